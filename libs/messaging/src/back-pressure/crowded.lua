-- Whether one of some queues has too many waiting jobs.
--
-- KEYS    for each queue, its waiting jobs by priority, and its active jobs
-- ARGV[1] maximum number of waiting jobs per active one
--
-- returns 1 or 0
for i = 1, #KEYS, 2 do
  if redis.call('ZCARD', KEYS[i]) > ARGV[1] * math.max(1, redis.call('LLEN', KEYS[i + 1])) then return 1 end
end
return 0
