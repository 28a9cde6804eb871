-- Makes a run the one that computes an answer, unless another run does.
--
-- KEYS[1] flight    string: id of the run that computes the answer
-- ARGV[1] run id
-- ARGV[2] maximum duration, ms
-- ARGV[3] a run that held the flight and has ended, or ''
--
-- Output: the id of the run that holds the flight now.
local leader = redis.call('GET', KEYS[1])
if leader and leader ~= ARGV[3] then
  return leader
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
