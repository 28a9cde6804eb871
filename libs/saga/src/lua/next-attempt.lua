-- Numbers a new attempt to publish a run's outbox, unless the run has advanced or expired, or another process has numbered one. An attempt of
-- an old version would make the worker that takes its job publish the next version's job again.
--
-- KEYS[1] run hash
-- ARGV[1] version of the outbox      ARGV[2] the attempt that was lost
-- returns the number; 0 if none was assigned
local found = redis.call('HMGET', KEYS[1], 'version', 'attempt')
if found[1] ~= ARGV[1] or (found[2] or '1') ~= ARGV[2] then return 0 end
return redis.call('HINCRBY', KEYS[1], 'attempt', 1)
