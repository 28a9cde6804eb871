-- Stores a text beside a run, unless the run has expired or ended without an answer: the text would never be read.
--
-- KEYS[1] run hash      KEYS[2] the text
-- ARGV[1] the text      ARGV[2] lifetime, ms
-- returns 1; 0 if it was not stored
local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'failed' or status == 'cancelled' or status == 'expired' then return 0 end
redis.call('HSET', KEYS[1], string.match(KEYS[2], ':(blob:.+)$'), #ARGV[1])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return 1
