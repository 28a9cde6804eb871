-- Takes the due members and leases them to the caller: their due time moves forward, so that no other process takes them and they
-- become due again if the caller dies. Uses Redis's clock: the clocks of writers and callers may be wrong.
--
-- KEYS[1] index by due time, of one partition
-- ARGV[1] length of the lease, ms       ARGV[2] maximum number
-- returns now, the due time of the first remaining member (-1: none), both ms since 1970, and the taken members
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first = redis.call('ZRANGE', KEYS[1], 0, ARGV[2], 'WITHSCORES')
local members, next = {}, -1
for at = 1, #first, 2 do
  local due = tonumber(first[at + 1])
  if due > now or #members >= tonumber(ARGV[2]) then
    next = due
    break
  end
  members[#members + 1] = first[at]
end
for _, member in ipairs(members) do
  redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + ARGV[1]), member)
end
return {now, next, unpack(members)}
