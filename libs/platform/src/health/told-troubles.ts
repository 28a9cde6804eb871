const TOLD = 10;

/**
 * What went wrong in many places, as one text: the first ten, and how many more. A connection that broke has one
 * trouble with each key.
 */
export function toldTroubles(troubles: readonly string[]): string {
  return [...troubles.slice(0, TOLD), ...(troubles.length > TOLD ? [`and ${troubles.length - TOLD} more`] : [])].join(
    '; ',
  );
}
