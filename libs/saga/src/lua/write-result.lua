-- Writes parts of a result for as long as the caller is its writer.
-- KEYS 1 result (hash: `writer`, page number -> page, at the end `index`)
-- ARGV 1 writer, 2 lifetime in ms, 3 '1' to start the result over, then pairs of field and value
-- Returns 1; 0 when another attempt has started the result over, or it has expired.
if ARGV[3] == '1' then
  redis.call('UNLINK', KEYS[1])
  redis.call('HSET', KEYS[1], 'writer', ARGV[1])
elseif redis.call('HGET', KEYS[1], 'writer') ~= ARGV[1] then
  return 0
end
for i = 4, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
-- From the first page on: what a killed writer leaves goes away by itself.
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
