/** Names in Han characters, found again under spellings with one character missing. */
export class HanNames {
  private readonly names = new Set<string>();
  /** Name under each of its spellings without one character (SymSpell, W. Garbe 2012), built when first asked for. */
  private shortened: Map<string, string[]> | null = null;

  add(name: string): void {
    if (name.length < SHORTEST || name.length > LONGEST || this.names.has(name)) return;
    this.names.add(name);
    this.shortened = null;
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Names at one edit from the text, the text itself not among them. */
  near(text: string): string[] {
    const index = (this.shortened ??= this.build());
    const found = new Set<string>(index.get(text) ?? []);
    for (const shorter of withoutOne(text)) {
      if (this.names.has(shorter)) found.add(shorter);
      for (const name of index.get(shorter) ?? []) if (isOneEdit(text, name)) found.add(name);
    }
    found.delete(text);
    return [...found];
  }

  private build(): Map<string, string[]> {
    const index = new Map<string, string[]>();
    for (const name of this.names) for (const shorter of withoutOne(name)) index.set(shorter, [...(index.get(shorter) ?? []), name]);
    return index;
  }
}

/** One character has no spelling; longer than this nobody types a name by heart. */
const SHORTEST = 2;
const LONGEST = 12;

function withoutOne(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1));
}

/** Of equal length: one character other, or two neighbours swapped. */
function isOneEdit(a: string, b: string): boolean {
  const differing = Array.from(a, (char, at) => (char === b[at] ? -1 : at)).filter((at) => at >= 0);
  const [first = 0, second = 0] = differing;
  return differing.length === 1 || (differing.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first]);
}
