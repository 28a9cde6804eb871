/** Lua scripts are imported as text (the bundler and Jest both load them so). */
declare module '*.lua' {
  const source: string;
  export default source;
}
