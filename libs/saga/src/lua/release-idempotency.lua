-- Takes the claim of an Idempotency-Key back, unless somebody has claimed it since.
--
-- KEYS[1] the claim
-- ARGV[1] as it was made
--
-- returns how many claims were taken back
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
