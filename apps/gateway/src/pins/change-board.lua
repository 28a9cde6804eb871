-- Changes the board of a key.
--
-- KEYS[1] board (hash): `order` → ids of its pins, each with a space behind it; `pin:<id>` → the pin, JSON;
--         `title:<id>` → its title, absent if it has none
-- ARGV[1] life of the board, ms   ARGV[2] `add`, `change` or `remove`   ARGV[3] id
-- add:    ARGV[4] pin, JSON   ARGV[5] title, '' for none   ARGV[6] most pins
-- change: ARGV[4] `set` or `keep` the title   ARGV[5] title, '' for none   ARGV[6] position from 0, '' to keep it
--
-- returns 'done', 'known' (add: the pin exists), 'full' (add) or 'missing' (change, remove)
local board, action, id = KEYS[1], ARGV[2], ARGV[3]
local others, at = {}, nil
for other in string.gmatch(redis.call('HGET', board, 'order') or '', '(%S+) ') do
  if other == id then at = #others else others[#others + 1] = other end
end

local function titled(title)
  if title == '' then redis.call('HDEL', board, 'title:' .. id)
  else redis.call('HSET', board, 'title:' .. id, title) end
end

local function ordered(position)
  if position ~= nil then table.insert(others, math.min(position, #others) + 1, id) end
  if #others == 0 then return redis.call('DEL', board) end
  local order = ''
  for _, other in ipairs(others) do order = order .. other .. ' ' end
  redis.call('HSET', board, 'order', order)
end

if action == 'add' then
  if at ~= nil then return 'known' end
  if #others >= tonumber(ARGV[6]) then return 'full' end
  redis.call('HSET', board, 'pin:' .. id, ARGV[4])
  titled(ARGV[5])
  ordered(#others)
elseif at == nil then
  return 'missing'
elseif action == 'change' then
  if ARGV[4] == 'set' then titled(ARGV[5]) end
  if ARGV[6] ~= '' then ordered(tonumber(ARGV[6])) end
else
  redis.call('HDEL', board, 'pin:' .. id, 'title:' .. id)
  ordered(nil)
end
redis.call('PEXPIRE', board, ARGV[1])
return 'done'
