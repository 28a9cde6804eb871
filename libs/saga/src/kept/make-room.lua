-- Removes runs from a tenant's index: first those whose record has expired, then those that expire first until the rest fit.
--
-- KEYS[1] sorted set: run id by the time (ms) at which its record ends      KEYS[2] hash: run id -> bytes; '' -> their sum
-- ARGV[1] maximum bytes      ARGV[2] maximum runs of each kind: a script blocks all of Redis
-- returns the ids of the runs to delete before they expire
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local function takeOut(id)
  local bytes = tonumber(redis.call('HGET', KEYS[2], id) or '0')
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
  return redis.call('HINCRBY', KEYS[2], '', string.format('%.0f', -bytes))
end
local sum = tonumber(redis.call('HGET', KEYS[2], '') or '0')
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[2])) do
  sum = takeOut(id)
end
local early = {}
while sum > tonumber(ARGV[1]) and #early < tonumber(ARGV[2]) do
  local id = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
  if not id then break end
  sum = takeOut(id)
  early[#early + 1] = id
end
return early
