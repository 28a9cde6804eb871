// Compiles one C file to a library for LD_PRELOAD: `node compile-library.mjs source.c library.so`.
import { provideCompiler } from './c-compiler.mjs';

const [source, library] = process.argv.slice(2);
const compile = await provideCompiler();
await compile(source, library);
