-- Renews a lease.
--
-- KEYS[1] lease  string: token of its holder
-- ARGV[1] token
-- ARGV[2] ms from now
--
-- Output: 1 renewed; 0 the token is not the holder's.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
