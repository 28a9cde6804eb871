-- Deletes a key if another key does not exist, in one step: with a separate check, the other key could be created in between and lose its data.
--
-- KEYS[1] the key   KEYS[2] the other
--
-- Output: the number of deleted keys.
if redis.call('EXISTS', KEYS[2]) == 0 then
  return redis.call('UNLINK', KEYS[1])
end
return 0
