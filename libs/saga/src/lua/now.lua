-- Time of the server that holds a key.
--
-- KEYS[1] any key: it only selects the server
-- returns ms since 1970
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
