-- Deletes a conversation whose last answered question belongs to a given run.
--
-- KEYS[1] the conversation (hash)
-- ARGV[1] the run
--
-- returns 1, or 0 if a later question was answered
local asked = redis.call('HGET', KEYS[1], 'asked')
if not asked or string.match(asked, '(%S+)$') ~= ARGV[1] then return 0 end
return redis.call('UNLINK', KEYS[1])
