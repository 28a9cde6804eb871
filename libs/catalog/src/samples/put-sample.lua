-- Replaces a sample, if it is unchanged since it was read.
--
-- KEYS[1] samples of a tenant's connection (hash)      KEYS[2] their revision (number)
-- KEYS[3] counts of their votes (hash: id:up, id:down)
-- ARGV[1] id   ARGV[2] the sample as read, '' for none   ARGV[3] the new one, JSON; '' deletes it
-- ARGV[4] id of a sample to drop, '' for none
--
-- returns 1, or 0 if it was changed meanwhile: the caller reads it again
local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if current ~= ARGV[2] then return 0 end
local function forget(id)
  redis.call('HDEL', KEYS[1], id)
  redis.call('HDEL', KEYS[3], id .. ':up', id .. ':down')
end
if ARGV[3] == '' then forget(ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
if ARGV[4] ~= '' then forget(ARGV[4]) end
-- A revision that restarts (after the samples were erased) must differ from all that readers know, so it starts at the current time.
if redis.call('EXISTS', KEYS[2]) == 0 then
  local time = redis.call('TIME')
  redis.call('SET', KEYS[2], string.format('%.0f', time[1] * 1000000 + time[2]))
end
redis.call('INCR', KEYS[2])
return 1
