-- Replaces a habit, if it is unchanged since it was read.
--
-- KEYS[1] the principal's habits (hash)      KEYS[2] the tenant's principals (set)
-- ARGV[1] ambiguity key   ARGV[2] the habit as read, '' for none   ARGV[3] the new habit, JSON
-- ARGV[4] principal, JSON   ARGV[5] life, ms   ARGV[6] ambiguity key of a habit to drop, '' for none
--
-- returns 1, or 0 if it was changed meanwhile: the caller reads it again
for index, kind in ipairs({ 'hash', 'set' }) do
  local found = redis.call('TYPE', KEYS[index])['ok']
  if found ~= kind and found ~= 'none' then redis.call('DEL', KEYS[index]) end
end
local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if current ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if ARGV[6] ~= '' then redis.call('HDEL', KEYS[1], ARGV[6]) end
redis.call('SADD', KEYS[2], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return 1
