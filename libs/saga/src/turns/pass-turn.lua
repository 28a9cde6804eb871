-- A run was served: moves the virtual time past the run's start.
--
-- KEYS[1] hash of the turns: see take-turn.lua
-- ARGV[1] virtual time. If it is later than every turn since the clock restarted, it belongs to the previous clock
local found = redis.call('HMGET', KEYS[1], 'now', 'last')
local time = tonumber(ARGV[1])
if time <= tonumber(found[1] or '0') or (found[2] and time > found[2] + 1) then return 0 end
redis.call('HSET', KEYS[1], 'now', ARGV[1])
return 1
