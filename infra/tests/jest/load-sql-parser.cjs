/**
 * Loads PostgreSQL's parser before the specs of a module registry use it. The parser reads the SQL in semantic models
 * and is WebAssembly, which is compiled asynchronously.
 */
module.exports = () => require('libpg-query').loadModule();
