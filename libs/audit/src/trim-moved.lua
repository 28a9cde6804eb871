-- Removes the entries of a trail that the history has stored.
--
-- KEYS[1] the trail      KEYS[2] set of the trails with entries for the history
-- ARGV[1] the first id that stays
if redis.call('XTRIM', KEYS[1], 'MINID', '=', ARGV[1]) and redis.call('XLEN', KEYS[1]) == 0 then
  redis.call('SREM', KEYS[2], KEYS[1])
end
return redis.call('XLEN', KEYS[1])
