/** Lua scripts are imported as text (the bundler and Jest both load them so). */
declare module '*.lua' {
  const source: string;
  export default source;
}

/** Prompts are text files for the same reason. */
declare module '*.txt' {
  const text: string;
  export default text;
}
