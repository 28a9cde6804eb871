-- Stores a conversation's last answered question: the one asked later, in any order of answers.
--
-- KEYS[1] the conversation (hash)
-- ARGV[1] when it was asked and by which run, in an order that sorts   ARGV[2] context, JSON   ARGV[3] life, ms
--
-- returns 1, or 0 if a later question is already stored
local found = redis.call('TYPE', KEYS[1])['ok']
if found ~= 'hash' and found ~= 'none' then redis.call('DEL', KEYS[1]) end
local asked = redis.call('HGET', KEYS[1], 'asked')
if asked and asked > ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'asked', ARGV[1], 'context', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
