-- Reads an entry of the exact cache and marks it as used just now.
--
-- KEYS[1] version   string: the audience's current model and schema version
-- KEYS[2] entries   hash: field → "<expires at, ms> <entry JSON>"
-- KEYS[3] used      sorted set: field → last use, microseconds
-- ARGV[1] version that the caller's key was computed with
-- ARGV[2] field
-- ARGV[3] stamp of the entry that the caller already has, or ''
--
-- Output: {stamp, entry JSON}, {stamp} if it equals the caller's, or nil if there is no entry, it has expired, or the
-- version is not current. The stamp is the entry's expiry time, which is unique per field.
-- If no version is published yet, the first reader publishes its own. If the version was evicted but the entries were not,
-- their version is unknown, so they are deleted.
local current = redis.call('GET', KEYS[1])
if not current then
  redis.call('UNLINK', KEYS[2], KEYS[3])
  redis.call('SET', KEYS[1], ARGV[1])
  return false
end
if current ~= ARGV[1] then
  return false
end
local entry = redis.call('HGET', KEYS[2], ARGV[2])
if not entry then
  return false
end
local time = redis.call('TIME')
local space = string.find(entry, ' ', 1, true)
if tonumber(string.sub(entry, 1, space - 1)) <= time[1] * 1000 + math.floor(time[2] / 1000) then
  redis.call('HDEL', KEYS[2], ARGV[2])
  redis.call('ZREM', KEYS[3], ARGV[2])
  return false
end
redis.call('ZADD', KEYS[3], string.format('%.0f', time[1] * 1000000 + time[2]), ARGV[2])
local stamp = string.sub(entry, 1, space - 1)
if stamp == ARGV[3] then
  return {stamp}
end
return {stamp, string.sub(entry, space + 1)}
