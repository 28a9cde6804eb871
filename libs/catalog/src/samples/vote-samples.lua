-- Records a key's rating of a run's samples, replacing its earlier rating, and updates the counts.
--
-- KEYS[1] votes of the run (hash: key and sample → up | down)      KEYS[2] counts of the connection's samples (hash: id:up, id:down)
-- KEYS[3] revision of the samples (number)
-- ARGV[1] name of the key   ARGV[2] up | down   ARGV[3] lifetime of the votes, ms   ARGV[4] lifetime of the counts, ms   ARGV[5…] ids of the samples
--
-- returns the number of changed counts
local changed = 0
for i = 5, #ARGV do
  local field = cjson.encode({ARGV[1], ARGV[i]})
  local before = redis.call('HGET', KEYS[1], field)
  if before ~= ARGV[2] then
    if before then redis.call('HINCRBY', KEYS[2], ARGV[i] .. ':' .. before, -1) end
    redis.call('HINCRBY', KEYS[2], ARGV[i] .. ':' .. ARGV[2], 1)
    redis.call('HSET', KEYS[1], field, ARGV[2])
    changed = changed + 1
  end
end
if changed > 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
  -- As in put-sample.lua.
  if redis.call('EXISTS', KEYS[3]) == 0 then
    local time = redis.call('TIME')
    redis.call('SET', KEYS[3], string.format('%.0f', time[1] * 1000000 + time[2]))
  end
  redis.call('INCR', KEYS[3])
end
return changed
