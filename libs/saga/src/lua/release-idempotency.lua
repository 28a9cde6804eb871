-- Releases the claim of an Idempotency-Key, unless another request has claimed it since.
--
-- KEYS[1] the claim
-- ARGV[1] the claim's value
--
-- returns the number of released claims
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
