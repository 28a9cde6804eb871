-- Sets when a member of an index is due again, unless it has been removed or rescheduled meanwhile.
--
-- KEYS[1] index by due time
-- ARGV[1] member      ARGV[2] delay from now, ms      ARGV[3] its expected current score, or '' for any
if ARGV[3] ~= '' then
  local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
  if not due or tonumber(due) ~= tonumber(ARGV[3]) then return 0 end
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + ARGV[2]), ARGV[1])
