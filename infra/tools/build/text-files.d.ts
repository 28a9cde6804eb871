/** Lua scripts are imported as text, by the bundler and by Jest. */
declare module '*.lua' {
  const source: string;
  export default source;
}

/** Prompts are text files, which are imported as text. */
declare module '*.txt' {
  const text: string;
  export default text;
}
