-- Reads the entries with one signature.
--
-- KEYS[1] entries   hash: signature digest → lines of "<entry id> <expires at, ms> <entry JSON>", newest first
-- KEYS[2] used      sorted set: signature digest → last use, ms
-- ARGV[1] signature digest
--
-- Output: the unexpired entries, without their expiry time: {id, JSON, id, JSON, …}.
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if not stored then
  return {}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for id, expires, json in string.gmatch(stored, '(%S+) (%d+) ([^\n]+)') do
  if tonumber(expires) > now then
    found[#found + 1] = id
    found[#found + 1] = json
  end
end
if #found == 0 then
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], now, ARGV[1])
end
return found
