-- Changes the record of a measurement that has not ended.
--
-- KEYS[1] the record   KEYS[2] id of the measurement that has not ended
-- ARGV[1] id   ARGV[2] '1' if the measurement ends   ARGV[3..] fields and values
--
-- A measurement that has ended (cancelled, or finished by another worker that had the same job) stays as it is.
-- returns 1 if it was changed
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'working' then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
if ARGV[2] == '1' then
  redis.call('HDEL', KEYS[1], 'draft')
  if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
end
return 1
