-- Marks a collection as used, and lists unused ones of its scope and purpose.
--
-- KEYS[1] collections  hash: collection → last use, ms
-- ARGV[1] name of the collection
-- ARGV[2] ms without use after which another counts as unused
--
-- Output: names of the unused ones. An empty collection is not marked.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now))
end
local all = redis.call('HGETALL', KEYS[1])
local unused = {}
for i = 1, #all, 2 do
  if all[i] ~= ARGV[1] and now - tonumber(all[i + 1]) >= tonumber(ARGV[2]) then
    unused[#unused + 1] = all[i]
  end
end
return unused
