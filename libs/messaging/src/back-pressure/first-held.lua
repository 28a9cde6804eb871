-- Whether a queue's next job is held back for its downstream stages.
--
-- KEYS[1] jobs of the queue without priority, which are served first: those whose worker died; KEYS[2] its waiting jobs, by priority; then, for each
--         downstream queue, its waiting jobs and its active jobs
-- ARGV[1] maximum number of waiting downstream jobs per active one
--
-- returns the priority of the next job if a downstream queue exceeds the limit, else 0
local crowded = false
for i = 3, #KEYS, 2 do
  crowded = crowded or redis.call('ZCARD', KEYS[i]) > ARGV[1] * math.max(1, redis.call('LLEN', KEYS[i + 1]))
end
if not crowded or redis.call('LLEN', KEYS[1]) > 0 then return 0 end
-- BullMQ's score: the priority, and a counter in the low 32 bits.
local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
return first[2] and math.floor(first[2] / 4294967296) or 0
