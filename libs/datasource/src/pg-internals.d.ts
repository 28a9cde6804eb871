/** pg's internal encoding of parameters, which has no types. */
declare module 'pg/lib/utils' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
