-- Adds points to a collection atomically.
--
-- KEYS[1] state        hash: epoch, revision, floor, removal, about
-- KEYS[2] points       hash: id → record (meta and vector, as stored-point.ts writes them)
-- KEYS[3] marks        hash: id → JSON [version, digest]
-- KEYS[4] changed      sorted set: id → revision of its last change
-- KEYS[5] removed      sorted set: id → revision of its removal; the latest ones, for mirrors
-- KEYS[6] collections  hash: collection of this scope and purpose → last use, ms
-- ARGV[1] epoch of the collection if it is created now: never used before
-- ARGV[2] about: JSON of the scope and model, for diagnosis
-- ARGV[3] name of the collection
-- ARGV[4…] id, record, mark of each point; no id twice
--
-- Output: the collection's revision after that.
-- A server that evicts deletes single keys: an incomplete collection does not count.
if redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[3], KEYS[4]) < 4 then
  redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'revision', '0', 'floor', '0', 'removal', '0', 'about', ARGV[2])
end
local count = (#ARGV - 3) / 3
local revision = redis.call('HINCRBY', KEYS[1], 'revision', count)
for i = 1, count do
  local id = ARGV[i * 3 + 1]
  redis.call('HSET', KEYS[2], id, ARGV[i * 3 + 2])
  redis.call('HSET', KEYS[3], id, ARGV[i * 3 + 3])
  redis.call('ZADD', KEYS[4], string.format('%.0f', revision - count + i), id)
  if redis.call('ZREM', KEYS[5], id) == 1 and redis.call('EXISTS', KEYS[5]) == 0 then
    -- No removal is left.
    redis.call('HSET', KEYS[1], 'removal', redis.call('HGET', KEYS[1], 'floor'))
  end
end
local time = redis.call('TIME')
redis.call('HSET', KEYS[6], ARGV[3], string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
return revision
