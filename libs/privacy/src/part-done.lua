-- Takes a part out of what is left to do of an erasure. Parts are done by several services: none may bring back what another took out.
--
-- KEYS[1] the erasures (hash: tenant → JSON)
-- ARGV[1] tenant      ARGV[2] when it was asked for, as the caller read it      ARGV[3] the part
--
-- returns 1; 0 where there is none, or another was asked for meanwhile
local text = redis.call('HGET', KEYS[1], ARGV[1])
if not text then return 0 end
local erasure = cjson.decode(text)
if erasure.requestedAt ~= ARGV[2] then return 0 end
local left = {}
for _, part in ipairs(erasure.pending) do
  if part ~= ARGV[3] then left[#left + 1] = part end
end
if #left == 0 then return redis.call('HDEL', KEYS[1], ARGV[1]) end
erasure.pending = left
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(erasure))
return 1
