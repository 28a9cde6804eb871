-- Adds or removes one dismissal of a tenant, and removes those that have ended.
--
-- KEYS[1] hash: id → dismissal, JSON      KEYS[2] sorted set: id by the time (ms) at which its dismissal ends
-- ARGV[1] now, ms   ARGV[2] `add` or `remove`   ARGV[3] id
-- add: ARGV[4] dismissal, JSON   ARGV[5] its end, ms   ARGV[6] most dismissals
--
-- returns 'done', 'known' (add: it is dismissed already), 'full' (add) or 'missing' (remove)
local entries, ends, now, id = KEYS[1], KEYS[2], ARGV[1], ARGV[3]
for _, ended in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now)) do
  redis.call('HDEL', entries, ended)
  redis.call('ZREM', ends, ended)
end
local isKnown = redis.call('HEXISTS', entries, id) == 1
if ARGV[2] == 'remove' then
  if not isKnown then return 'missing' end
  redis.call('HDEL', entries, id)
  redis.call('ZREM', ends, id)
  return 'done'
end
if isKnown then return 'known' end
if redis.call('HLEN', entries) >= tonumber(ARGV[6]) then return 'full' end
redis.call('HSET', entries, id, ARGV[4])
redis.call('ZADD', ends, ARGV[5], id)
local last = redis.call('ZRANGE', ends, -1, -1, 'WITHSCORES')
redis.call('PEXPIREAT', entries, last[2])
redis.call('PEXPIREAT', ends, last[2])
return 'done'
