-- Adds finished runs to their tenant's stored runs, or removes runs that are active again.
--
-- KEYS[1] sorted set: run id by the time (ms) at which its record ends      KEYS[2] hash: run id -> bytes; '' -> their sum
-- ARGV[1] lifetime of their records, ms      ARGV[2] lifetime of both keys, ms
-- ARGV[3..] for each run: its id, and its bytes, or '' if it is active again
-- returns the sum of bytes
local time = redis.call('TIME')
local ends = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1])
local more = 0
for at = 3, #ARGV, 2 do
  local id, bytes = ARGV[at], ARGV[at + 1]
  more = more - tonumber(redis.call('HGET', KEYS[2], id) or '0')
  if bytes == '' then
    redis.call('ZREM', KEYS[1], id)
    redis.call('HDEL', KEYS[2], id)
  else
    redis.call('ZADD', KEYS[1], ends, id)
    redis.call('HSET', KEYS[2], id, bytes)
    more = more + bytes
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return redis.call('HINCRBY', KEYS[2], '', string.format('%.0f', more))
