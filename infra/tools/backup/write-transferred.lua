-- Writes a run of another installation with all that refers to it, in one step: a run that is there is complete.
--
-- KEYS[1] run hash      KEYS[2] list of the asking key's runs      KEYS[3] list of the tenant's runs
-- KEYS[4] deadline index      KEYS[5] census      KEYS[6] finished runs for the history      KEYS[7] time until they move there, ms
-- KEYS[8] callbacks to make      KEYS[9] tries at callbacks; all of one partition
-- KEYS[10..] the run's keys, the run hash among them
-- ARGV[1] run id      ARGV[2] status, counted in the census; '' for a finished run      ARGV[3] when it finished, ms, or ''
-- ARGV[4], ARGV[5] scores in the lists, or ''      ARGV[6] when the lists expire, ms      ARGV[7] deadline, ms, or ''
-- ARGV[8] number of callbacks      ARGV[9] number of tries      ARGV[10] lifetime of the tries, ms
-- ARGV[11..] the callbacks (member, score, …), the tries (field, value, …), then for each of the keys: when it expires (ms, or '0'),
-- the number of its fields, and the fields (name, value, …); the number -1: its value as DUMP returns it
--
-- returns 1; 0 if the run exists
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local at = 11
for _ = 1, ARGV[8] do
  redis.call('ZADD', KEYS[8], 'NX', ARGV[at + 1], ARGV[at])
  at = at + 2
end
for _ = 1, ARGV[9] do
  redis.call('HSET', KEYS[9], ARGV[at], ARGV[at + 1])
  redis.call('PEXPIRE', KEYS[9], ARGV[10])
  at = at + 2
end
for key = 10, #KEYS do
  local expires, fields = ARGV[at], tonumber(ARGV[at + 1])
  at = at + 2
  if fields < 0 then
    redis.call('RESTORE', KEYS[key], expires, ARGV[at], 'REPLACE', 'ABSTTL')
    at = at + 1
  else
    redis.call('UNLINK', KEYS[key])
    for _ = 1, fields do
      redis.call('HSET', KEYS[key], ARGV[at], ARGV[at + 1])
      at = at + 2
    end
    if expires ~= '0' then redis.call('PEXPIREAT', KEYS[key], expires) end
  end
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- An index lives as long as its longest entry. Without a time to live (-1) it has no end.
local function keepUntil(key, left, expires)
  if left ~= -1 and left < expires - now then redis.call('PEXPIREAT', key, string.format('%.0f', expires)) end
end
local listed = tonumber(ARGV[6])
for list = 2, 3 do
  if ARGV[list + 2] ~= '' then
    local left = redis.call('PTTL', KEYS[list])
    redis.call('ZADD', KEYS[list], 'NX', ARGV[list + 2], ARGV[1])
    keepUntil(KEYS[list], left, listed)
  end
end
if ARGV[7] ~= '' then redis.call('ZADD', KEYS[4], 'NX', ARGV[7], ARGV[1]) end
if ARGV[2] ~= '' then redis.call('HINCRBY', KEYS[5], 's:' .. ARGV[2], 1) end
local untilMoved = redis.call('GET', KEYS[7])
if untilMoved and ARGV[3] ~= '' then
  local left = redis.call('PTTL', KEYS[6])
  redis.call('ZADD', KEYS[6], 'NX', string.format('%.0f', ARGV[3] + untilMoved), ARGV[1])
  keepUntil(KEYS[6], left, listed)
end
return 1
