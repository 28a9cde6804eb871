-- Stores an entry under its signature, replacing one with the same id, or deletes it; evicts the signatures that were
-- least recently used.
--
-- KEYS[1] entries   hash: signature digest → lines of "<entry id> <expires at, ms> <entry JSON>", newest first
-- KEYS[2] used      sorted set: signature digest → last use, ms
-- ARGV[1] signature digest
-- ARGV[2] entry id, without spaces
-- ARGV[3] entry JSON, one line; '' deletes the entry
-- ARGV[4] time to live, ms
-- ARGV[5] maximum number of signatures
-- ARGV[6] maximum number of entries per signature
-- ARGV[7] '1': only if an entry with this id exists, whose expiry is kept; the limits of this caller, which
--         did not create the entry, do not evict others
--
-- Output: ids of the deleted entries.
-- A server with eviction deletes keys one by one: entries without their last uses would never be evicted here.
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('UNLINK', KEYS[1])
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HGET', KEYS[1], ARGV[1]) or ''
local kept = {}
local deleted = {}
local was = nil
for id, expires, json in string.gmatch(stored, '(%S+) (%d+) ([^\n]+)') do
  if id == ARGV[2] then
    was = expires
  elseif tonumber(expires) > now then
    kept[#kept + 1] = id .. ' ' .. expires .. ' ' .. json
  else
    deleted[#deleted + 1] = id
  end
end
if ARGV[7] == '1' and not was then
  return deleted
end
if ARGV[3] ~= '' then
  local expires = ARGV[7] == '1' and was or string.format('%.0f', now + tonumber(ARGV[4]))
  table.insert(kept, 1, ARGV[2] .. ' ' .. expires .. ' ' .. ARGV[3])
elseif was then
  deleted[#deleted + 1] = ARGV[2]
end
while #kept > tonumber(ARGV[6]) do
  deleted[#deleted + 1] = string.match(table.remove(kept), '^%S+')
end
if #kept == 0 then
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
  return deleted
end
redis.call('HSET', KEYS[1], ARGV[1], table.concat(kept, '\n'))
if ARGV[7] == '1' then
  return deleted
end
redis.call('ZADD', KEYS[2], now, ARGV[1])
local surplus = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[5])
if surplus > 0 then
  local out = redis.call('ZPOPMIN', KEYS[2], surplus)
  for i = 1, #out, 2 do
    for id in string.gmatch(redis.call('HGET', KEYS[1], out[i]) or '', '(%S+) %d+ [^\n]+') do
      deleted[#deleted + 1] = id
    end
    redis.call('HDEL', KEYS[1], out[i])
  end
end
-- The entries of an unused connection expire.
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return deleted
