-- Gives a tenant's new run its place in line (start-time fair queueing).
--
-- KEYS[1] hash: `now` = the virtual time; `<tenant>` = where the tenant's next run starts, prefixed with `t:`
-- ARGV[1] tenant      ARGV[2] what a run of the tenant costs, virtual time
-- ARGV[3] '1': nothing waits anywhere, the clock may start over       ARGV[4] a clock beyond this starts over then
--
-- returns the run's turn
local now = tonumber(redis.call('HGET', KEYS[1], 'now') or '0')
if ARGV[3] == '1' and now > tonumber(ARGV[4]) then
  redis.call('DEL', KEYS[1])
  now = 0
end
local field = 't:' .. ARGV[1]
local start = math.max(now, tonumber(redis.call('HGET', KEYS[1], field) or '0'))
redis.call('HSET', KEYS[1], field, string.format('%.0f', start + tonumber(ARGV[2])))
return start + 1
