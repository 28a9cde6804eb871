-- Puts an entry under its signature, in the place of one with the same id, or takes that out; puts the signatures out that were
-- unused for longest.
--
-- KEYS[1] entries   hash: signature digest → lines of "<entry id> <expires at, ms> <entry JSON>", newest first
-- KEYS[2] used      sorted set: signature digest → last use, ms
-- ARGV[1] signature digest
-- ARGV[2] entry id, without spaces
-- ARGV[3] entry JSON, one line; '' takes the entry out
-- ARGV[4] time to live, ms
-- ARGV[5] greatest number of signatures
-- ARGV[6] greatest number of entries under one
-- ARGV[7] '1': only where an entry with this id is there, which then lives no longer than it would have; the bounds of this caller,
--         who has not made it, are nobody's
--
-- Output: ids of the entries that are gone now.
-- A server that evicts takes keys one by one: entries without their uses would never be put out.
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('UNLINK', KEYS[1])
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HGET', KEYS[1], ARGV[1]) or ''
local kept = {}
local gone = {}
local was = nil
for id, expires, json in string.gmatch(stored, '(%S+) (%d+) ([^\n]+)') do
  if id == ARGV[2] then
    was = expires
  elseif tonumber(expires) > now then
    kept[#kept + 1] = id .. ' ' .. expires .. ' ' .. json
  else
    gone[#gone + 1] = id
  end
end
if ARGV[7] == '1' and not was then
  return gone
end
if ARGV[3] ~= '' then
  local expires = ARGV[7] == '1' and was or string.format('%.0f', now + tonumber(ARGV[4]))
  table.insert(kept, 1, ARGV[2] .. ' ' .. expires .. ' ' .. ARGV[3])
elseif was then
  gone[#gone + 1] = ARGV[2]
end
while #kept > tonumber(ARGV[6]) do
  gone[#gone + 1] = string.match(table.remove(kept), '^%S+')
end
if #kept == 0 then
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
  return gone
end
redis.call('HSET', KEYS[1], ARGV[1], table.concat(kept, '\n'))
if ARGV[7] == '1' then
  return gone
end
redis.call('ZADD', KEYS[2], now, ARGV[1])
local surplus = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[5])
if surplus > 0 then
  local out = redis.call('ZPOPMIN', KEYS[2], surplus)
  for i = 1, #out, 2 do
    for id in string.gmatch(redis.call('HGET', KEYS[1], out[i]) or '', '(%S+) %d+ [^\n]+') do
      gone[#gone + 1] = id
    end
    redis.call('HDEL', KEYS[1], out[i])
  end
end
-- A connection that nobody asks any more leaves no memory behind.
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return gone
