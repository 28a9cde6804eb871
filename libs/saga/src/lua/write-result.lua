-- Writes parts of a result while the caller is its writer, and renames the draft to the result when it is complete.
-- KEYS[1] the draft (hash: `writer`, page number -> page, at the end `index`)     KEYS[2] the result     KEYS[3] run hash
-- ARGV[1] version of the run that produced the result
-- ARGV[2] writer     ARGV[3] lifetime, ms     ARGV[4] '1' to restart the draft     ARGV[5] '1' if it is complete
-- then pairs of field and value
-- returns 1; 0 if another attempt has restarted the draft, it has expired, or the run has advanced
if redis.call('HGET', KEYS[3], 'version') ~= ARGV[1] then return 0 end
if ARGV[4] == '1' then
  redis.call('UNLINK', KEYS[1])
  redis.call('HSET', KEYS[1], 'writer', ARGV[2])
elseif redis.call('HGET', KEYS[1], 'writer') ~= ARGV[2] then
  return 0
end
local bytes = 0
for i = 6, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  bytes = bytes + #ARGV[i + 1]
end
redis.call('HINCRBY', KEYS[3], string.match(KEYS[2], ':(blob:.+)$'), bytes)
-- Set from the first page on, so that the draft of a killed writer expires.
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if ARGV[5] == '1' then
  redis.call('UNLINK', KEYS[2])
  redis.call('RENAME', KEYS[1], KEYS[2])
end
return 1
