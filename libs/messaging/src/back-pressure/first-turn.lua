-- The turn of a queue's next job.
--
-- KEYS[1] jobs without priority, which are served first: those whose worker died; KEYS[2] waiting jobs by priority
--
-- returns the priority of the next job; 0 if it has none, or if there is no job
if redis.call('LLEN', KEYS[1]) > 0 then return 0 end
-- BullMQ's score: the priority, and a counter in the low 32 bits.
local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
return first[2] and math.floor(first[2] / 4294967296) or 0
