-- Appends entries to an audit trail, each linked to the one before it, and drops what is past its time.
--
-- KEYS[1] the trail (stream: e = the entry as JSON, h = its link)   KEYS[2] link of the last entry ever written
-- ARGV[1] retention, ms   ARGV[2] most entries   ARGV[3..] entries, JSON; none: drops alone
--
-- A link is the SHA-1 of the link before, a line feed and the entry: who changes, removes or inserts an entry breaks the
-- chain there. The server's clock decides what is past its time: a client whose clock is wrong must not empty the trail.
-- A trail that is not written to any more goes when its last entry is past its time.
--
-- returns how many entries went before their time because there are too many
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
return redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[2])
