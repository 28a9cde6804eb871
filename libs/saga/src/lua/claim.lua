-- A worker takes the job of a version: reads the run and sets the stage's deadline.
--
-- KEYS[1] run hash      KEYS[2] list of its events      KEYS[3] deadline index      KEYS[4] census of the partition
-- ARGV[1] run id        ARGV[2] version of the job        ARGV[3] now, ISO 8601
-- ARGV[4] how long this stage may take, ms                ARGV[5] pub/sub channel
-- ARGV[6] maximum active time of a run, ms: it may end before the stage's deadline
--
-- Deadlines use Redis's clock, here as in `advance` and `take-due`: workers pass durations.
-- A queued run becomes `understanding` (same version: the claimed job remains the current one).
-- returns now, ms since 1970, and the run hash as HGETALL (flat list); {} if there is no run
local found = redis.call('HMGET', KEYS[1], 'version', 'status', 'activeSince')
if found[1] == false then return {} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if found[1] == ARGV[2] then
  local deadline = now + ARGV[4]
  local since = tonumber(found[3] or '')
  if since then deadline = math.min(deadline, since + ARGV[6] + 1) end
  redis.call('ZADD', KEYS[3], 'XX', string.format('%.0f', deadline), ARGV[1])
  if found[2] == 'queued' then
    local seq = redis.call('HINCRBY', KEYS[1], 'seq', 1)
    redis.call('HSET', KEYS[1], 'status', 'understanding', 'updatedAt', ARGV[3])
    redis.call('RPUSH', KEYS[2], seq .. ' status {"status":"understanding"}')
    redis.call('HINCRBY', KEYS[4], 's:queued', -1)
    redis.call('HINCRBY', KEYS[4], 's:understanding', 1)
    redis.call('PUBLISH', ARGV[5], ARGV[1] .. ' understanding')
  end
end
return {now, unpack(redis.call('HGETALL', KEYS[1]))}
