-- Gives a tenant's new run its place in line (start-time fair queueing).
--
-- KEYS[1] hash: `now` = the virtual time; `t:<tenant>` = where the tenant's next run starts; `given` = how many turns were
--         given since the clock may start over; `last` = where the run furthest back starts, once the clock was started over
-- ARGV[1] tenant      ARGV[2] what a run of the tenant costs, virtual time
-- ARGV[3] how far behind the virtual time the run may start at most, or '' where no more is known than its tenant's last run
-- ARGV[4] virtual time beyond which the clock may start over
--
-- returns where the run starts, the virtual time, how many turns were given since it may start over
local field = 't:' .. ARGV[1]
local found = redis.call('HMGET', KEYS[1], 'now', field, 'last')
local now = tonumber(found[1] or '0')
local start = math.max(now, tonumber(found[2] or '0'))
if ARGV[3] ~= '' then start = math.min(start, now + ARGV[3]) end
redis.call('HSET', KEYS[1], field, string.format('%.0f', start + ARGV[2]))
if found[3] and start > tonumber(found[3]) then redis.call('HSET', KEYS[1], 'last', string.format('%.0f', start)) end
return {start, now, now > tonumber(ARGV[4]) and redis.call('HINCRBY', KEYS[1], 'given', 1) or 0}
