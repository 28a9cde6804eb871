-- A run was served: the virtual time is past where it started.
--
-- KEYS[1] hash of the turns: see take-turn.lua
-- ARGV[1] virtual time. Beyond all that was given since the clock was started over, it is of the clock before
local found = redis.call('HMGET', KEYS[1], 'now', 'last')
local time = tonumber(ARGV[1])
if time <= tonumber(found[1] or '0') or (found[2] and time > found[2] + 1) then return 0 end
redis.call('HSET', KEYS[1], 'now', ARGV[1])
return 1
