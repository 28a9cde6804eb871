-- Stores runs of one key that were answered at once, all of one partition. They were never active, and nothing waits for them.
--
-- KEYS[1] list of the asking key's runs      KEYS[2] list of the tenant's runs, both of the partition
-- KEYS[3] finished runs for the history, of the partition      KEYS[4] time until they move there, ms; missing without a history
-- KEYS[5..] for each run: its hash, and the list of its events
-- ARGV[1] lifetimes, ms, separated by a space: of the keys, and of a list entry
-- ARGV[2..] for each run: its id, the number of its fields, the number of its events, the fields (name, value, …), the events
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lifetime, listed = string.match(ARGV[1], '(%d+) (%d+)')
local untilMoved = redis.call('GET', KEYS[4])
local entries, moving = {}, {}
local at = 2
for key = 5, #KEYS, 2 do
  local fields, events = 2 * ARGV[at + 1], tonumber(ARGV[at + 2])
  local first = at + 3
  redis.call('HSET', KEYS[key], unpack(ARGV, first, first + fields - 1))
  redis.call('RPUSH', KEYS[key + 1], unpack(ARGV, first + fields, first + fields + events - 1))
  redis.call('PEXPIRE', KEYS[key], lifetime)
  redis.call('PEXPIRE', KEYS[key + 1], lifetime)
  entries[#entries + 1] = string.format('%.0f', now)
  entries[#entries + 1] = ARGV[at]
  if untilMoved then
    moving[#moving + 1] = string.format('%.0f', now + untilMoved)
    moving[#moving + 1] = ARGV[at]
  end
  at = first + fields + events
end
for list = 1, 2 do
  redis.call('ZREMRANGEBYSCORE', KEYS[list], '-inf', string.format('%.0f', now - listed))
  redis.call('ZADD', KEYS[list], unpack(entries))
  redis.call('PEXPIRE', KEYS[list], listed)
end
if untilMoved then
  redis.call('ZADD', KEYS[3], unpack(moving))
  redis.call('PEXPIRE', KEYS[3], listed)
end
