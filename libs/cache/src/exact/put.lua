-- Stores an entry of the exact cache and evicts the least recently used ones.
--
-- KEYS[1] version   string: the audience's current model and schema version
-- KEYS[2] entries   hash: field → "<expires at, ms> <entry JSON>"
-- KEYS[3] used      sorted set: field → last use, microseconds
-- ARGV[1] version that the answer was computed with
-- ARGV[2] field
-- ARGV[3] entry JSON
-- ARGV[4] time to live, ms
-- ARGV[5] maximum number of entries
--
-- Output: 1 stored; 0 refused, because the model or schema has changed since the question was asked.
local current = redis.call('GET', KEYS[1])
if current and current ~= ARGV[1] then
  return 0
end
-- A server with eviction deletes keys one by one: entries without their version are invalid, and without their last uses would never be evicted here.
if not current or redis.call('EXISTS', KEYS[3]) == 0 then
  redis.call('UNLINK', KEYS[2], KEYS[3])
  redis.call('SET', KEYS[1], ARGV[1])
end
local time = redis.call('TIME')
local expires = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[4])
redis.call('HSET', KEYS[2], ARGV[2], string.format('%.0f', expires) .. ' ' .. ARGV[3])
redis.call('ZADD', KEYS[3], string.format('%.0f', time[1] * 1000000 + time[2]), ARGV[2])
local surplus = redis.call('ZCARD', KEYS[3]) - tonumber(ARGV[5])
if surplus > 0 then
  local out = redis.call('ZPOPMIN', KEYS[3], surplus)
  for i = 1, #out, 2 do
    redis.call('HDEL', KEYS[2], out[i])
  end
end
-- The entries of an unused connection expire.
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('PEXPIRE', KEYS[3], ARGV[4])
return 1
