-- Rebuilds the census of one partition from its unfinished runs. Versions without the census, or a bug, may have left it wrong.
--
-- KEYS[1] deadline index of the partition: it holds every unfinished run      KEYS[2] its census
-- ARGV[1] key prefix of the partition's runs (same slot, so a cluster finds them here)
-- returns the number of runs
local ids = redis.call('ZRANGE', KEYS[1], 0, -1)
local counts = {}
local function add(field)
  counts[field] = (counts[field] or 0) + 1
end
for _, id in ipairs(ids) do
  local run = redis.call('HMGET', ARGV[1] .. id, 'status', 'tenant')
  local status, tenant = run[1], run[2]
  if status and status ~= 'succeeded' and status ~= 'failed' and status ~= 'cancelled' and status ~= 'expired' then
    add('s:' .. status)
    if status ~= 'awaiting_clarification' then add('t:' .. tenant) end
  end
end
redis.call('DEL', KEYS[2])
for field, count in pairs(counts) do
  redis.call('HSET', KEYS[2], field, count)
end
return #ids
