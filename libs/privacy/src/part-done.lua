-- Removes a part from the remaining work of an erasure. Several services complete parts: none may restore a part that another removed.
--
-- KEYS[1] the erasures (hash: tenant → JSON)
-- ARGV[1] tenant      ARGV[2] time of the request, as the caller read it      ARGV[3] the part
--
-- returns 1; 0 if there is none, or it was requested again meanwhile
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
