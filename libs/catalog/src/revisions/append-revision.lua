-- Appends a change to the configuration, if no other was appended since the caller read it.
--
-- KEYS[1] number of the last revision      KEYS[2] revisions in force (hash: path of a file -> number)
-- KEYS[3] summaries, newest first (list)   KEYS[4] the revision
-- ARGV[1] number of the last revision as read, '0' for none   ARGV[2] number of this one
-- ARGV[3] path of its file                 ARGV[4] 1 if it is in force, 0 if the file of the folder is again
-- ARGV[5] the revision, JSON               ARGV[6] its summary, JSON
-- ARGV[7] channel of changes
--
-- returns 1, or 0 if another revision came first: the caller reads the configuration again
if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('SET', KEYS[4], ARGV[5])
redis.call('LPUSH', KEYS[3], ARGV[6])
if ARGV[4] == '1' then redis.call('HSET', KEYS[2], ARGV[3], ARGV[2]) else redis.call('HDEL', KEYS[2], ARGV[3]) end
redis.call('PUBLISH', ARGV[7], ARGV[2])
return 1
