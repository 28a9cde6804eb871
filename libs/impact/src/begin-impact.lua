-- Creates the record of a measurement, unless another one of the tenant has not ended.
--
-- KEYS[1] id of the measurement that has not ended   KEYS[2] sorted set of ids   KEYS[3] the record
-- ARGV[1] id   ARGV[2] now, ms   ARGV[3] lifetime, ms   ARGV[4..] fields and values of the record
--
-- returns the id of the measurement that has not ended: the new one, or the other one, and then nothing is written
local other = redis.call('GET', KEYS[1])
if other then return other end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
redis.call('HSET', KEYS[3], unpack(ARGV, 4))
redis.call('PEXPIRE', KEYS[3], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return ARGV[1]
