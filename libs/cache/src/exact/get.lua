-- Reads entries of the exact cache and marks them as used just now.
--
-- KEYS[1] version   string: the audience's current model and schema version
-- KEYS[2] entries   hash: field → "<expires at, ms> <entry JSON>"
-- KEYS[3] used      sorted set: field → last use, microseconds
-- ARGV, three for each entry: version that the caller's key was computed with, field, stamp of the entry that the caller
-- already has, or ''
--
-- Output, for each entry: {stamp, entry JSON}, {stamp} if it equals the caller's, or {} if there is no entry, it has
-- expired, or the version is not current. The stamp is the entry's expiry time, which is unique per field.
-- If no version is published yet, the first reader publishes its own. If the version was evicted but the entries were not,
-- their version is unknown, so they are deleted.
local current = redis.call('GET', KEYS[1])
if not current then
  redis.call('UNLINK', KEYS[2], KEYS[3])
  redis.call('SET', KEYS[1], ARGV[1])
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found, used = {}, {}
for at = 1, #ARGV, 3 do
  local field = ARGV[at + 1]
  local entry = current == ARGV[at] and redis.call('HGET', KEYS[2], field)
  local reply = {}
  if entry then
    local space = string.find(entry, ' ', 1, true)
    local stamp = string.sub(entry, 1, space - 1)
    if tonumber(stamp) <= now then
      redis.call('HDEL', KEYS[2], field)
      redis.call('ZREM', KEYS[3], field)
    else
      reply[1] = stamp
      if stamp ~= ARGV[at + 2] then reply[2] = string.sub(entry, space + 1) end
      used[#used + 1] = string.format('%.0f', time[1] * 1000000 + time[2])
      used[#used + 1] = field
    end
  end
  found[#found + 1] = reply
end
if #used > 0 then redis.call('ZADD', KEYS[3], unpack(used)) end
return found
