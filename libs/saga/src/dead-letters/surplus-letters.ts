/**
 * Entries to drop so that at most `most` remain. Drops the oldest entry of the owner with the most entries, one at a
 * time, so that a flood by one tenant does not displace the letters of another.
 * @param entries oldest first
 * @param ownerOf owner of an entry
 */
export function surplusLetters(entries: readonly string[], most: number, ownerOf: (entry: string) => string): string[] {
  const owned = new Map<string, string[]>();
  for (const entry of entries) {
    const owner = ownerOf(entry);
    const others = owned.get(owner);
    if (others === undefined) owned.set(owner, [entry]);
    else others.push(entry);
  }
  const shares = [...owned.values()].map((ofOne) => ({ ofOne, dropped: 0 }));
  for (let left = entries.length; left > most; left -= 1) {
    const largest = shares.reduce((one, other) =>
      other.ofOne.length - other.dropped > one.ofOne.length - one.dropped ? other : one,
    );
    largest.dropped += 1;
  }
  return shares.flatMap(({ ofOne, dropped }) => ofOne.slice(0, dropped));
}
