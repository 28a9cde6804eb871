/** Loads a text file (Lua, a prompt) as its own source, as the bundler does. */
module.exports = {
  process: (source) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(source)} };` }),
};
