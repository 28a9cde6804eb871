/**
 * Which entries go, so that no more than `most` stay: the oldest of whoever has most, one after the other. So a
 * tenant's flood takes away none of another's.
 * @param entries oldest first
 * @param ownerOf whose an entry is
 */
export function surplusLetters(entries: readonly string[], most: number, ownerOf: (entry: string) => string): string[] {
  const owned = new Map<string, string[]>();
  for (const entry of entries) {
    const owner = ownerOf(entry);
    const others = owned.get(owner);
    if (others === undefined) owned.set(owner, [entry]);
    else others.push(entry);
  }
  const shares = [...owned.values()].map((ofOne) => ({ ofOne, gone: 0 }));
  for (let left = entries.length; left > most; left -= 1) {
    const largest = shares.reduce((one, other) =>
      other.ofOne.length - other.gone > one.ofOne.length - one.gone ? other : one,
    );
    largest.gone += 1;
  }
  return shares.flatMap(({ ofOne, gone }) => ofOne.slice(0, gone));
}
