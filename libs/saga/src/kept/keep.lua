-- Counts a run that is over among those that are kept of its tenant, or takes out one that is under way again.
--
-- KEYS[1] sorted set: run id by the time (ms) at which its record ends      KEYS[2] hash: run id -> bytes; '' -> their sum
-- ARGV[1] run id
-- ARGV[2] its bytes; '': it is not over any more
-- ARGV[3] how long its record is kept, ms      ARGV[4] lifetime of both keys, ms
-- returns the sum
local had = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0')
if ARGV[2] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
  return redis.call('HINCRBY', KEYS[2], '', string.format('%.0f', -had))
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[3]), ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return redis.call('HINCRBY', KEYS[2], '', string.format('%.0f', ARGV[2] - had))
