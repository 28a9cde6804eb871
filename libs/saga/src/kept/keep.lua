-- Adds a finished run to its tenant's stored runs, or removes a run that is active again.
--
-- KEYS[1] sorted set: run id by the time (ms) at which its record ends      KEYS[2] hash: run id -> bytes; '' -> their sum
-- ARGV[1] run id
-- ARGV[2] its bytes; '': it is active again
-- ARGV[3] lifetime of its record, ms      ARGV[4] lifetime of both keys, ms
-- returns the sum of bytes
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
