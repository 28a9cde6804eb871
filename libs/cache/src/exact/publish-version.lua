-- Sets the current version and deletes the entries of any other version in the same step.
--
-- KEYS[1] version   string: the audience's current model and schema version
-- KEYS[2] entries   hash of entries
-- KEYS[3] used      sorted set of last uses
-- ARGV[1] version
--
-- Output: 1 changed; 0 it was already current.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('UNLINK', KEYS[2], KEYS[3])
return 1
