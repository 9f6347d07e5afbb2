-- Umpire for Tabletop Simulator: attacks and games by its rulebooks, from the script of a mod or of an object.
-- It needs nothing but what Tabletop Simulator has: WebRequest, JSON, Wait.

local Umpire = {}
Umpire.__index = Umpire

local WAITS = {1, 3, 8} -- seconds before each further try
local WAIT = 25 -- seconds that the service waits for a change, the most that it takes
local BUSY = {[429] = true, [502] = true, [503] = true, [504] = true}
local LATE = {stale = true, ["action-closed"] = true}

-- Lua has no better source of chance: two tables that start in the same second must still draw other keys.
local address = tonumber(tostring({}):match("%x+$") or "0", 16) or 0
math.randomseed((os.time() + os.clock() * 1000003 + address + math.random(0, 1000000)) % 2147483647)

-- A key that is the same in each try of a request, so that nothing is done twice.
local function newKey()
  local key = {string.format("%x-%x-", os.time(), math.floor(os.clock() * 1000000))}
  for place = 2, 33 do key[place] = string.format("%x", math.random(0, 15)) end
  return table.concat(key)
end

-- A client of the service at `url`, which acts with `token`: of a host or of a seat; nil for nobody.
function Umpire.new(url, token, language)
  return setmetatable({url = url, token = token, language = language or "en"}, Umpire)
end

-- The same client with another token.
function Umpire:as(token)
  return Umpire.new(self.url, token, self.language)
end

-- Sends a request, again where no answer comes. `done(document, problem, request)`: one of the first two is nil; both are where nothing has changed.
function Umpire:send(method, path, body, headers, done, tried)
  tried = tried or 0
  headers["Accept-Language"] = self.language
  if self.token then headers["Authorization"] = "Bearer " .. self.token end
  if method == "POST" then
    headers["Content-Type"] = "application/json"
    headers["Idempotency-Key"] = headers["Idempotency-Key"] or newKey()
  end
  local text = body and JSON.encode(body) or nil
  WebRequest.custom(self.url .. path, method, true, text, headers, function(request)
    local status = request.response_code or 0
    local wait = WAITS[tried + 1]
    if (status == 0 or BUSY[status]) and wait then
      Wait.time(function() self:send(method, path, body, headers, done, tried + 1) end, wait)
    elseif status == 0 then
      done(nil, {code = "unreachable", detail = request.error or "", status = 0}, request)
    elseif status == 304 then
      done(nil, nil, request)
    else
      local read, document = pcall(JSON.decode, request.text)
      if not read or type(document) ~= "table" then document = {code = "unknown", detail = request.text, status = status} end
      if status < 300 then done(document, nil, request) else done(nil, document, request) end
    end
  end)
end

function Umpire:get(path, done)
  self:send("GET", path, nil, {}, done)
end

function Umpire:post(path, body, done)
  self:send("POST", path, body or {}, {}, done)
end

-- An attack of a ruleset, played to its end by `player`; `done(action, problem)`.
function Umpire:attack(ruleset, body, player, done)
  self:post("/v1/rulesets/" .. ruleset .. "/attacks", body, function(action, problem)
    if problem then return done(nil, problem) end
    local host = action.tokens and action.tokens.host
    local playing = (host and not self.token) and self:as(host) or self
    playing:play(action, player, done)
  end)
end

-- Puts each question of an action to `player` until the action is over.
-- `player.choose(question, answer)` calls `answer` with a choice of `question.choices`, `player.roll(question, answer)` with faces.
-- `player.seat`: the seat whose questions these are; without it all are.
function Umpire:play(action, player, done)
  local question = action.pending
  if not question then return done(action, nil) end
  local path = "/v1/sessions/" .. action.session_id .. "/actions/" .. string.format("%d", action.number)
  if player.seat and question.seat and question.seat ~= player.seat then
    return self:changed(path, question, function(now, problem)
      if problem then done(nil, problem) else self:play(now, player, done) end
    end)
  end
  local function answered(now, problem)
    if not problem then return self:play(now, player, done) end
    if not LATE[problem.code] then return done(nil, problem) end
    self:get(path, function(read, wrong)
      if wrong then done(nil, wrong) else self:play(read, player, done) end
    end)
  end
  local place = question.answer
  local function answer(value) self:post(place.path, {seen = question.seen, [place.member] = value}, answered) end
  if question.kind == "roll" then player.roll(question, answer) else
    player.choose(question, function(choice) answer(choice.choice) end)
  end
end

-- Waits until an action asks something else than `question`; `done(action, problem)`.
function Umpire:changed(path, question, done)
  self:watch(path, function(now)
    local pending = now.pending
    if pending and pending.seen == question.seen and pending.seat == question.seat then return true end
    done(now, nil)
    return false
  end, function(problem) done(nil, problem) end)
end

-- A document, at once and again whenever it has changed, for as long as `seen(document)` returns true.
function Umpire:watch(path, seen, failed, etag)
  local headers = etag and {["If-None-Match"] = etag} or {}
  self:send("GET", etag and (path .. "?wait=" .. WAIT) or path, nil, headers, function(document, problem, request)
    if problem then
      if failed then failed(problem) end
    elseif not document or seen(document) then
      self:watch(path, seen, failed, document and request.getResponseHeader("ETag") or etag)
    end
  end)
end

-- The faces that dice on the table show: a die that shows side n has the face `question.faces[n]`.
function Umpire.facesOf(question, dice)
  local faces = {}
  for place, die in ipairs(dice) do faces[place] = question.faces[die.getValue()] end
  return faces
end

return Umpire
