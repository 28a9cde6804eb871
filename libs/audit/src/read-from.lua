-- Reads entries of a trail, with the server's time at that moment.
--
-- KEYS[1] the trail      ARGV[1] first id      ARGV[2] last id      ARGV[3] maximum number
-- returns the time, ms since 1970, and the entries as XRANGE does
local time = redis.call('TIME')
return {time[1] * 1000 + math.floor(time[2] / 1000), redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2], 'COUNT', ARGV[3])}
