-- Removes the draft of a result, unless another attempt has started it over.
-- KEYS[1] the draft
-- ARGV[1] writer
-- returns 1 when it was removed, else 0
if redis.call('HGET', KEYS[1], 'writer') ~= ARGV[1] then
  return 0
end
return redis.call('UNLINK', KEYS[1])
