-- Gives a tenant's new run its place in line (start-time fair queueing).
--
-- KEYS[1] hash: `now` = the virtual time; `t:<tenant>` = where the tenant's next run starts; `given` = how many turns were given;
--         `since` = when the clock was started over, ms since 1970
-- ARGV[1] tenant      ARGV[2] what a run of the tenant costs, virtual time
-- ARGV[3] how far behind the virtual time the run may start at most, or '' where no more is known than its tenant's last run
--
-- returns where the run starts, the virtual time, how many turns were given
local now = tonumber(redis.call('HGET', KEYS[1], 'now') or '0')
local field = 't:' .. ARGV[1]
local start = math.max(now, tonumber(redis.call('HGET', KEYS[1], field) or '0'))
if ARGV[3] ~= '' then start = math.min(start, now + ARGV[3]) end
redis.call('HSET', KEYS[1], field, string.format('%.0f', start + ARGV[2]))
return {start, now, redis.call('HINCRBY', KEYS[1], 'given', 1)}
