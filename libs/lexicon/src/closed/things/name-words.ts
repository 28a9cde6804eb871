/** Words in the names of what something is called. */
const NAMES = /(?<![a-z])(?:name|title)s?(?![a-z])|[名称题]/iu;

/** Whether one of the names is of what something is called. */
export const isOfName = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && NAMES.test(name));
