-- Stores what the check of a draft's definitions found.
--
-- KEYS[1] the record
-- ARGV[1] the checks as JSON
--
-- A record that was checked before, or that does not exist any more, is not changed.
-- returns 1 if it was changed
if redis.call('HDEL', KEYS[1], 'unchecked') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'checks', ARGV[1])
return 1
