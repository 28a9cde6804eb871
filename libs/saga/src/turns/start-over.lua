-- Starts the virtual time over, unless somebody has taken a turn meanwhile.
--
-- KEYS[1] hash of the turns: see take-turn.lua
-- ARGV[1] how many turns had been given when nothing was under way
-- returns 1 when it was started over, else 0
if redis.call('HGET', KEYS[1], 'given') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'last', 0)
return 1
