-- Takes runs whose deadline has passed and leases them to the caller: their deadline moves on, so that no other
-- sweeper takes them meanwhile, and so that they come back if the caller dies.
--
-- KEYS[1] deadline index of one partition
-- ARGV[1] now, ms       ARGV[2] end of the lease, ms      ARGV[3] how many at most
-- returns the run ids
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(ids) do
  redis.call('ZADD', KEYS[1], 'XX', ARGV[2], id)
end
return ids
