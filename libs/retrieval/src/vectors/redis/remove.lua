-- Removes points from a collection. Removing the last point deletes the collection.
--
-- KEYS[1] state        hash: epoch, revision, floor, removal, about
-- KEYS[2] points       hash: id → record
-- KEYS[3] marks        hash: id → JSON [version, digest]
-- KEYS[4] changed      sorted set: id → revision of its last change
-- KEYS[5] removed      sorted set: id → revision of its removal
-- KEYS[6] collections  hash: collection → last use, ms
-- ARGV[1] name of the collection
-- ARGV[2] removals kept for mirrors; a mirror that missed more reloads the collection
-- ARGV[3] ms for which removals are kept
-- ARGV[4] '' to remove the points whatever their version; else JSON [version]: points of that version are kept, even if just updated
-- ARGV[5…] ids
--
-- Output: number of removed points.
local spared = ARGV[4] ~= '' and cjson.decode(ARGV[4])[1]
local removed = 0
-- A server that evicts deletes single keys: an incomplete collection does not count.
if redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[3], KEYS[4]) < 4 then
  redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
  redis.call('HDEL', KEYS[6], ARGV[1])
  return 0
end
for i = 5, #ARGV do
  local id = ARGV[i]
  local mark = redis.call('HGET', KEYS[3], id)
  if mark and not (spared and cjson.decode(mark)[1] == spared) then
    redis.call('HDEL', KEYS[2], id)
    redis.call('HDEL', KEYS[3], id)
    redis.call('ZREM', KEYS[4], id)
    if redis.call('EXISTS', KEYS[5]) == 0 then
      -- Earlier removals, if any, have expired.
      redis.call('HSET', KEYS[1], 'floor', redis.call('HGET', KEYS[1], 'removal'))
    end
    local revision = redis.call('HINCRBY', KEYS[1], 'revision', 1)
    redis.call('HSET', KEYS[1], 'removal', revision)
    redis.call('ZADD', KEYS[5], revision, id)
    removed = removed + 1
  end
end
if removed == 0 then
  return 0
end
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
  redis.call('HDEL', KEYS[6], ARGV[1])
  return removed
end
local surplus = redis.call('ZCARD', KEYS[5]) - tonumber(ARGV[2])
if surplus > 0 then
  local out = redis.call('ZPOPMIN', KEYS[5], surplus)
  redis.call('HSET', KEYS[1], 'floor', out[#out])
end
redis.call('PEXPIRE', KEYS[5], ARGV[3])
return removed
