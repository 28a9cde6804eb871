-- Drops a collection with all that belongs to it.
--
-- KEYS[1] collections  hash: collection → last use, ms
-- KEYS[2…] the collection's keys
-- ARGV[1] name of the collection
-- ARGV[2] minimum ms since its last use; 0 drops it in any case
--
-- Output: 1 dropped; 0 it is in use again.
local used = redis.call('HGET', KEYS[1], ARGV[1])
if used and tonumber(ARGV[2]) > 0 then
  local time = redis.call('TIME')
  if time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(used) < tonumber(ARGV[2]) then
    return 0
  end
end
redis.call('HDEL', KEYS[1], ARGV[1])
for i = 2, #KEYS do
  redis.call('UNLINK', KEYS[i])
end
return 1
