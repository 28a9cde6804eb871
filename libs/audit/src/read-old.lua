-- Reads the oldest entries of a trail that were written some time ago, by the server's clock.
--
-- KEYS[1] the trail      ARGV[1] minimum age, ms      ARGV[2] maximum number
-- returns the entries as XRANGE does
local time = redis.call('TIME')
local to = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
return redis.call('XRANGE', KEYS[1], '-', string.format('%.0f', math.max(0, to)), 'COUNT', ARGV[2])
