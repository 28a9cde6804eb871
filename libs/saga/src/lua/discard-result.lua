-- Removes a result, unless another attempt has started it over.
-- KEYS 1 result
-- ARGV 1 writer
-- Returns 1 when it was removed, else 0.
if redis.call('HGET', KEYS[1], 'writer') ~= ARGV[1] then
  return 0
end
return redis.call('UNLINK', KEYS[1])
