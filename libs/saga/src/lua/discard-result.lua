-- Deletes the draft of a result, unless another attempt has restarted it.
-- KEYS[1] the draft
-- ARGV[1] writer
-- returns 1 if it was deleted, else 0
if redis.call('HGET', KEYS[1], 'writer') ~= ARGV[1] then
  return 0
end
return redis.call('UNLINK', KEYS[1])
