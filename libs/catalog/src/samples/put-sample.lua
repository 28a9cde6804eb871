-- Replaces a sample, if it is unchanged since it was read, and appends the revision to the log in the same step.
--
-- KEYS[1] samples of a tenant's connection (hash)      KEYS[2] their revision (number)
-- KEYS[3] counts of their votes (hash: id:up, id:down) KEYS[4] their log (sorted set: revision, JSON, by its number)
-- ARGV[1] id   ARGV[2] the sample as read, '' for none   ARGV[3] the new one, JSON; '' deletes it
-- ARGV[4] id of a sample to drop, '' for none
-- ARGV[5] the revision, JSON, '' for none   ARGV[6] its number   ARGV[7] maximum number of revisions
-- ARGV[8] older revisions are removed: ISO 8601 in UTC   ARGV[9] lifetime of the log, ms
--
-- returns 1, or 0 if it was changed meanwhile: the caller reads it again; or the negative number of the log's last
-- revision if ARGV[6] is not above it: the caller takes a higher one
local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if current ~= ARGV[2] then return 0 end
if ARGV[5] ~= '' then
  local last = tonumber(redis.call('ZREVRANGE', KEYS[4], 0, 0, 'WITHSCORES')[2] or '0')
  if last >= tonumber(ARGV[6]) then return -last end
end
local function forget(id)
  redis.call('HDEL', KEYS[1], id)
  redis.call('HDEL', KEYS[3], id .. ':up', id .. ':down')
end
if ARGV[3] == '' then forget(ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
if ARGV[4] ~= '' then forget(ARGV[4]) end
if ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[4], ARGV[6], ARGV[5])
  redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -1 - ARGV[7])
  -- A few at a time: after a pause, all may be old.
  for _, revision in ipairs(redis.call('ZRANGE', KEYS[4], 0, 19)) do
    if cjson.decode(revision).at >= ARGV[8] then break end
    redis.call('ZREM', KEYS[4], revision)
  end
  redis.call('PEXPIRE', KEYS[4], ARGV[9])
end
-- A revision that restarts (after the samples were erased) must differ from all that readers know, so it starts at the current time.
if redis.call('EXISTS', KEYS[2]) == 0 then
  local time = redis.call('TIME')
  redis.call('SET', KEYS[2], string.format('%.0f', time[1] * 1000000 + time[2]))
end
redis.call('INCR', KEYS[2])
return 1
