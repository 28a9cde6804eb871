/** Jest transform that imports a text file (Lua, a prompt) as a string, like the bundler. */
module.exports = {
  process: (source) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(source)} };` }),
};
