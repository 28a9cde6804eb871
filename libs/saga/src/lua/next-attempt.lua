-- Numbers a new attempt at publishing a run's outbox: unless the run has moved on or is gone, or somebody else has numbered one. An attempt of
-- a version would be published anew as one of the next version by whoever takes its job.
--
-- KEYS[1] run hash
-- ARGV[1] version of the outbox      ARGV[2] the attempt that was lost
-- returns the number; 0 when there is none
local found = redis.call('HMGET', KEYS[1], 'version', 'attempt')
if found[1] ~= ARGV[1] or (found[2] or '1') ~= ARGV[2] then return 0 end
return redis.call('HINCRBY', KEYS[1], 'attempt', 1)
