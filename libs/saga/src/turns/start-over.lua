-- Restarts the virtual time, unless a turn was taken meanwhile.
--
-- KEYS[1] hash of the turns: see take-turn.lua
-- ARGV[1] number of turns taken when no run was active
-- returns 1 if it was restarted, else 0
if redis.call('HGET', KEYS[1], 'given') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'last', 0)
return 1
