-- Appends entries to an audit trail, each linked to the previous one, and drops expired entries.
--
-- KEYS[1] the trail (stream: e = the entry as JSON, h = its link)   KEYS[2] link of the last entry ever written
-- KEYS[3] set of the trails with entries for the history; missing without a history, which keeps what the maximum would drop
-- ARGV[1] retention, ms   ARGV[2] maximum entries   ARGV[3..] entries, JSON; none: only drops entries
--
-- A link is the SHA-1 of the previous link, a line feed and the entry: changing, removing or inserting an entry breaks the
-- chain there. The server's clock decides what has expired: a client whose clock is wrong must not empty the trail.
-- An unused trail expires with its last entry.
--
-- returns the number of entries dropped before their expiry because of the maximum, and the number that remain
local now = redis.call('TIME')
local horizon = string.format('%.0f', math.max(0, now[1] * 1000 - tonumber(ARGV[1])))
redis.call('XTRIM', KEYS[1], 'MINID', '=', horizon)
if #ARGV > 2 then
  local link = redis.call('GET', KEYS[2]) or ''
  for index = 3, #ARGV do
    link = redis.sha1hex(link .. '\n' .. ARGV[index])
    redis.call('XADD', KEYS[1], '*', 'e', ARGV[index], 'h', link)
  end
  redis.call('SET', KEYS[2], link, 'PX', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
local dropped = 0
if redis.call('EXISTS', KEYS[3]) == 0 then
  dropped = redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[2])
elseif #ARGV > 2 then
  redis.call('SADD', KEYS[3], KEYS[1])
end
return {dropped, redis.call('XLEN', KEYS[1])}
