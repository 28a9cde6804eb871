-- What time it is where a key lives.
--
-- KEYS[1] any key, for its place alone
-- returns ms since 1970
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
