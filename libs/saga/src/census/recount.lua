-- Counts the runs of a partition that are not over anew: versions before the census, and a mistake, may have left it wrong.
--
-- KEYS[1] deadline index of the partition: it holds every run that is not over      KEYS[2] its census
-- ARGV[1] what the keys of its runs begin with (the same slot, so a cluster finds them here)
-- returns how many runs there are
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
