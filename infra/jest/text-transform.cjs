/** Loads a text file (Lua) as its own source, as the bundler does. */
module.exports = {
  process: (source) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(source)} };` }),
};
