-- Advances a run: compare-and-set on its version, then state, data, events, outbox and deadline in one step.
--
-- KEYS[1] run hash      KEYS[2] list of its events      KEYS[3] deadline index of the run's partition
-- KEYS[4] list of the asking key's runs           KEYS[5] list of the tenant's runs, both of the partition
-- KEYS[6] callbacks to make, of the partition      KEYS[7] census of the partition
-- KEYS[8] stream of the events that an earlier version wrote
-- KEYS[9] finished runs for the history, of the partition      KEYS[10] time until they move there, ms; missing without a history
-- ARGV[1] run id
-- ARGV[2] version that the caller read (0: the run must not exist yet)
-- ARGV[3] next status
-- ARGV[4] now, ISO 8601, for display only: decisions use Redis's clock, because the callers' clocks may be wrong
-- ARGV[5] number of fields to set
-- ARGV[6] outbox: JSON of the outgoing job, or ''
-- ARGV[7] time until a sweeper must check the run, ms, or '' if it needs no more checks: it is finished, and no dead letter of it remains to be written
-- ARGV[8] lifetimes, ms, separated by a space: of the keys after the end, and of a list entry
-- ARGV[9] pub/sub channels, separated by spaces: of this change (`<run id> <status>`), of cancelled or failed runs (`<run id>`), of callbacks
-- ARGV[10] 1: this is a submit or reply, so the run's time limit restarts
-- ARGV[11] 1: a callback about this state is due
-- ARGV[12] tenant
-- ARGV[13..] the fields (name, value, name, value, …), then the events (kind, JSON, kind, JSON, …)
--
-- returns now, ms since 1970, and {1, new version, bytes of its texts if it is finished, else 0}; {0, version, status, outbox} if the version differs; {-1} if there is no run
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = redis.call('HMGET', KEYS[1], 'version', 'seq', 'status', 'outbox')
local version = found[1] or '0'
if found[1] == false and ARGV[2] ~= '0' then return {now, -1} end
if version ~= ARGV[2] then return {now, 0, version, found[3], found[4] or ''} end

local lifetime, listed = string.match(ARGV[8], '(%d+) (%d+)')
local firstEvent = 13 + 2 * ARGV[5]
local seq = tonumber(found[2] or '0')
local events = {}
for i = firstEvent, #ARGV, 2 do
  seq = seq + 1
  events[#events + 1] = seq .. ' ' .. ARGV[i] .. ' ' .. ARGV[i + 1]
end
redis.call('RPUSH', KEYS[2], unpack(events))

local nextVersion = tonumber(version) + 1
local over = {succeeded = true, failed = true, cancelled = true, expired = true}
local isOver = over[ARGV[3]]
local set = {'version', nextVersion, 'seq', seq, 'status', ARGV[3], 'updatedAt', ARGV[4]}
if not isOver then
  for _, value in ipairs({'outbox', ARGV[6], 'attempt', 1}) do set[#set + 1] = value end
end
for i = 13, firstEvent - 1 do
  set[#set + 1] = ARGV[i]
end
if ARGV[10] == '1' then
  set[#set + 1] = 'activeSince'
  set[#set + 1] = string.format('%.0f', now)
end
redis.call('HSET', KEYS[1], unpack(set))
if isOver then
  -- The last change stores all data in one part. `data` is the part of versions before 0.2.0.
  local dropped = {'outbox', 'attempt', 'activeSince', 'data'}
  for earlier = 1, version do dropped[#dropped + 1] = 'p' .. earlier end
  redis.call('HDEL', KEYS[1], unpack(dropped))
end
if version == '0' then
  -- A list that is never read must not grow without bound.
  for list = 4, 5 do
    redis.call('ZREMRANGEBYSCORE', KEYS[list], '-inf', string.format('%.0f', now - listed))
    redis.call('ZADD', KEYS[list], string.format('%.0f', now), ARGV[1])
    redis.call('PEXPIRE', KEYS[list], listed)
  end
end

-- A run that awaits a clarification is neither finished nor active.
local was = version ~= '0' and found[3] or nil
local wasOver = was and over[was]
if was and not wasOver then redis.call('HINCRBY', KEYS[7], 's:' .. was, -1) end
if not isOver then redis.call('HINCRBY', KEYS[7], 's:' .. ARGV[3], 1) end
local wasUnderWay = was and not wasOver and was ~= 'awaiting_clarification'
local isUnderWay = not isOver and ARGV[3] ~= 'awaiting_clarification'
if wasUnderWay ~= isUnderWay and (wasUnderWay or isUnderWay) then
  if redis.call('HINCRBY', KEYS[7], 't:' .. ARGV[12], isUnderWay and 1 or -1) <= 0 then redis.call('HDEL', KEYS[7], 't:' .. ARGV[12]) end
end

if ARGV[7] == '' then
  redis.call('ZREM', KEYS[3], ARGV[1])
else
  redis.call('ZADD', KEYS[3], string.format('%.0f', now + ARGV[7]), ARGV[1])
end
if isOver then
  for _, key in ipairs({KEYS[1], KEYS[2], KEYS[8]}) do redis.call('PEXPIRE', key, lifetime) end
  local untilMoved = redis.call('GET', KEYS[10])
  if untilMoved then
    redis.call('ZADD', KEYS[9], string.format('%.0f', now + untilMoved), ARGV[1])
    redis.call('PEXPIRE', KEYS[9], listed)
  end
elseif wasOver then
  redis.call('ZREM', KEYS[9], ARGV[1])
  for _, key in ipairs({KEYS[1], KEYS[2], KEYS[8]}) do redis.call('PERSIST', key) end
end
local changed, cancelled, callbacks = string.match(ARGV[9], '(%S+) (%S+) (%S+)')
if ARGV[11] == '1' then
  -- Score 0 is due by any clock, including that of a gateway of an earlier version. Equal scores sort by id, which is by time.
  redis.call('ZADD', KEYS[6], 0, ARGV[1] .. ':' .. nextVersion)
  redis.call('PUBLISH', callbacks, ARGV[1])
end
redis.call('PUBLISH', changed, ARGV[1] .. ' ' .. ARGV[3])
-- A run that was cancelled, or failed by the sweeper, may still have a running stage and a running statement.
if ARGV[3] == 'cancelled' or ARGV[3] == 'failed' then redis.call('PUBLISH', cancelled, ARGV[1]) end
local bytes = 0
if isOver then
  for _, event in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do bytes = bytes + #event end
  local fields = redis.call('HGETALL', KEYS[1])
  for at = 1, #fields, 2 do
    bytes = bytes + #fields[at] + #fields[at + 1]
    if string.sub(fields[at], 1, 5) == 'blob:' then bytes = bytes + fields[at + 1] end
  end
end
return {now, 1, nextVersion, bytes}
