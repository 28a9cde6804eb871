-- Gives a lease back.
--
-- KEYS[1] lease  string: token of its holder
-- ARGV[1] token
--
-- Output: 1 given back; 0 it is not the holder's any more.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
