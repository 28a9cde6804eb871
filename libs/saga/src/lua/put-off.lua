-- Sets when a member of an index is due again, unless it has been taken out.
--
-- KEYS[1] index by due time
-- ARGV[1] member      ARGV[2] how long from now, ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + ARGV[2]), ARGV[1])
