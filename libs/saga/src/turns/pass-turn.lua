-- A run was served: the virtual time is past where it started.
--
-- KEYS[1] hash of the turns: see take-turn.lua
-- ARGV[1] virtual time      ARGV[2] when the run was made, ms since 1970: a clock that was started over since then is not its clock
local found = redis.call('HMGET', KEYS[1], 'now', 'since')
if found[2] and tonumber(ARGV[2]) < tonumber(found[2]) then return 0 end
if tonumber(ARGV[1]) <= tonumber(found[1] or '0') then return 0 end
redis.call('HSET', KEYS[1], 'now', ARGV[1])
return 1
