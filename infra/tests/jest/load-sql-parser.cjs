/**
 * PostgreSQL's parser, which models are read with, is WebAssembly: it is loaded before the specs of a module registry
 * use it.
 */
module.exports = () => require('libpg-query').loadModule();
