-- Stores the letter that a callback owes, once: another process that gives the callback up posts the same letter.
--
-- KEYS[1] hash of tries at callbacks
-- ARGV[1] field      ARGV[2] the letter
-- returns the letter that is owed
local owed = redis.call('HGET', KEYS[1], ARGV[1])
if owed then return owed end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return ARGV[2]
