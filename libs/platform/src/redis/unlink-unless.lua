-- Removes a key while another is not there, in one step: made between a look and a removal, the other would lose what belongs to it.
--
-- KEYS[1] the key   KEYS[2] the other
--
-- Output: how many keys were removed.
if redis.call('EXISTS', KEYS[2]) == 0 then
  return redis.call('UNLINK', KEYS[1])
end
return 0
