-- Changes of a collection since a mirror's last read.
--
-- KEYS[1] state    hash: epoch, revision, floor, removal, about
-- KEYS[2] points   hash: id → record
-- KEYS[3] changed  sorted set: id → revision of its last change
-- KEYS[4] removed  sorted set: id → revision of its removal
-- ARGV[1] epoch of the mirror, or ''
-- ARGV[2] revision of the mirror
-- ARGV[3] maximum number of points per reply
--
-- Output: {} if the collection does not exist; else {epoch, the mirror's new revision, 1 if more changes follow, 1 if the mirror
-- must discard its copy first, number of all points, {removed ids}, {id, record, …}}.
local state = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'floor', 'removal')
-- A server that evicts deletes single keys: an incomplete collection does not count.
if not state[1] or redis.call('EXISTS', KEYS[2], KEYS[3]) < 2 then
  return {}
end
local epoch, revision, floor, removal = state[1], tonumber(state[2]), tonumber(state[3]), tonumber(state[4])
local from, reset = tonumber(ARGV[2]), 0
local missed = from < floor or (from < removal and redis.call('EXISTS', KEYS[4]) == 0)
-- An unknown revision: the server has lost its last writes.
if epoch ~= ARGV[1] or from > revision or missed and from > 0 then
  from, reset = 0, 1
end
local count = redis.call('HLEN', KEYS[2])
if from == revision then
  return {epoch, string.format('%.0f', revision), 0, reset, count, {}, {}}
end
local limit = tonumber(ARGV[3])
local found = redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. string.format('%.0f', from), '+inf', 'WITHSCORES', 'LIMIT', 0, limit)
local more = 0
if #found == 2 * limit and tonumber(found[#found]) < revision then
  revision, more = tonumber(found[#found]), 1
end
local removed = {}
if from > 0 then
  removed = redis.call('ZRANGEBYSCORE', KEYS[4], '(' .. string.format('%.0f', from), string.format('%.0f', revision))
end
local changes = {}
for i = 1, #found, 2 do
  changes[i] = found[i]
  changes[i + 1] = redis.call('HGET', KEYS[2], found[i])
end
return {epoch, string.format('%.0f', revision), more, reset, count, removed, changes}
