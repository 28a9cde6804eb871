-- A run is over, or waits for its asker: the virtual time is at least its turn.
--
-- KEYS[1] hash of the turns      ARGV[1] the run's turn
-- returns the virtual time
local now = tonumber(redis.call('HGET', KEYS[1], 'now') or '0')
local turn = tonumber(ARGV[1])
if turn <= now then return now end
redis.call('HSET', KEYS[1], 'now', ARGV[1])
return turn
