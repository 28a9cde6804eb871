-- Removes a finished run and its auxiliary keys, as expiry would.
--
-- KEYS[1] run hash      KEYS[2] list of the asking key's runs      KEYS[3] list of the tenant's runs, both of the partition
-- KEYS[4..] its auxiliary keys: events, results
-- ARGV[1] run id
-- returns 1; 0 for a run that is active, awaits a clarification or owes a letter: it is kept
local run = redis.call('HMGET', KEYS[1], 'status', 'letter')
local over = {succeeded = true, failed = true, cancelled = true, expired = true}
if run[1] and not over[run[1]] or run[2] then return 0 end
for list = 2, 3 do
  redis.call('ZREM', KEYS[list], ARGV[1])
end
for key = 4, #KEYS do
  redis.call('UNLINK', KEYS[key])
end
redis.call('UNLINK', KEYS[1])
return 1
