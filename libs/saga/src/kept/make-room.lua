-- Takes runs out of what is kept of a tenant: those whose record has ended by itself, then the first to end until the others fit.
--
-- KEYS[1] sorted set: run id by the time (ms) at which its record ends      KEYS[2] hash: run id -> bytes; '' -> their sum
-- ARGV[1] most bytes      ARGV[2] how many runs of each kind at most: a script holds up all of Redis
-- returns the ids of those that must go before their time
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
