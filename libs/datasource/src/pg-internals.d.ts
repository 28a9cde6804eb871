/** What pg's own cursors use to turn a parameter into what travels; it has no types. */
declare module 'pg/lib/utils' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
