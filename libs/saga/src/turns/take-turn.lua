-- Assigns a tenant's new run its turn (start-time fair queueing).
--
-- KEYS[1] hash: `now` = the virtual time; `t:<tenant>` = start of the tenant's next run; `given` = number of turns
--         taken since the clock may restart; `last` = latest start of any run since the clock restarted
-- ARGV[1] tenant      ARGV[2] cost of a run of the tenant, in virtual time
-- ARGV[3] maximum distance of the run's start from the virtual time, or '' for none
-- ARGV[4] virtual time after which the clock may restart
--
-- returns the run's start, the virtual time, the number of turns taken since the clock may restart
local field = 't:' .. ARGV[1]
local found = redis.call('HMGET', KEYS[1], 'now', field, 'last')
local now = tonumber(found[1] or '0')
local start = math.max(now, tonumber(found[2] or '0'))
if ARGV[3] ~= '' then start = math.min(start, now + ARGV[3]) end
redis.call('HSET', KEYS[1], field, string.format('%.0f', start + ARGV[2]))
if found[3] and start > tonumber(found[3]) then redis.call('HSET', KEYS[1], 'last', string.format('%.0f', start)) end
return {start, now, now > tonumber(ARGV[4]) and redis.call('HINCRBY', KEYS[1], 'given', 1) or 0}
