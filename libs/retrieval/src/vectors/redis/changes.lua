-- What has changed in a collection since a mirror looked last.
--
-- KEYS[1] state    hash: epoch, revision, floor, removal, about
-- KEYS[2] points   hash: id → record
-- KEYS[3] changed  sorted set: id → revision of its last change
-- KEYS[4] removed  sorted set: id → revision of its removal
-- ARGV[1] epoch that the mirror is of, or ''
-- ARGV[2] revision that it is at
-- ARGV[3] greatest number of points to tell at once
--
-- Output: {} where there is no collection; else {epoch, revision that the mirror is then at, 1 where there is more to tell, 1 where
-- the mirror must begin anew with what is told here, number of points in all, {removed ids}, {id, record, …}}.
local state = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'floor', 'removal')
-- A server that evicts takes keys one by one: what is left of a collection is none.
if not state[1] or redis.call('EXISTS', KEYS[2], KEYS[3]) < 2 then
  return {}
end
local epoch, revision, floor, removal = state[1], tonumber(state[2]), tonumber(state[3]), tonumber(state[4])
local from, anew = tonumber(ARGV[2]), 0
local missed = from < floor or (from < removal and redis.call('EXISTS', KEYS[4]) == 0)
-- A revision that never was: the server has lost what it was told last.
if epoch ~= ARGV[1] or from > revision or missed and from > 0 then
  from, anew = 0, 1
end
local count = redis.call('HLEN', KEYS[2])
if from == revision then
  return {epoch, string.format('%.0f', revision), 0, anew, count, {}, {}}
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
local told = {}
for i = 1, #found, 2 do
  told[i] = found[i]
  told[i + 1] = redis.call('HGET', KEYS[2], found[i])
end
return {epoch, string.format('%.0f', revision), more, anew, count, removed, told}
