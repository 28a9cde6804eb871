-- Keeps a text beside a run, for as long as somebody may read it there: not of a run that is gone, or over without an answer.
--
-- KEYS[1] run hash      KEYS[2] the text
-- ARGV[1] the text      ARGV[2] lifetime, ms
-- returns 1; 0 when it was not kept
local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'failed' or status == 'cancelled' or status == 'expired' then return 0 end
redis.call('HSET', KEYS[1], string.match(KEYS[2], ':(blob:.+)$'), #ARGV[1])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return 1
