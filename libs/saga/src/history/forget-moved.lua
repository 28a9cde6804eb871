-- Removes a run that the history has stored, with its auxiliary keys.
--
-- KEYS[1] run hash      KEYS[2] list of the asking key's runs      KEYS[3] list of the tenant's runs      KEYS[4] finished runs for the history
-- KEYS[5..] its auxiliary keys: events, results; all of one partition
-- ARGV[1] run id        ARGV[2] stored version        ARGV[3] longest remaining lifetime, ms: a run with a longer one was used since, and stays
-- returns 1; 0 if it has changed, owes a letter, or was used since
local run = redis.call('HMGET', KEYS[1], 'version', 'letter')
if not run[1] then
  redis.call('ZREM', KEYS[4], ARGV[1])
  return 0
end
if run[1] ~= ARGV[2] or run[2] then return 0 end
local left = redis.call('PTTL', KEYS[1])
if left > tonumber(ARGV[3]) then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[4], 'XX', string.format('%.0f', time[1] * 1000 + left - ARGV[3]), ARGV[1])
  return 0
end
for list = 2, 4 do
  redis.call('ZREM', KEYS[list], ARGV[1])
end
for key = 5, #KEYS do
  redis.call('UNLINK', KEYS[key])
end
redis.call('UNLINK', KEYS[1])
return 1
