const IRREGULAR: readonly (readonly [one: string, more: string])[] = [
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['mouse', 'mice'],
  ['analysis', 'analyses'],
  ['diagnosis', 'diagnoses'],
  ['basis', 'bases'],
  ['crisis', 'crises'],
  ['criterion', 'criteria'],
  ['leaf', 'leaves'],
  ['shelf', 'shelves'],
  ['half', 'halves'],
  ['knife', 'knives'],
  ['life', 'lives'],
  ['wife', 'wives'],
  ['bus', 'buses'],
  ['campus', 'campuses'],
  ['status', 'statuses'],
];
/** One form for any number of them. */
const SAME = new Set([
  'staff',
  'personnel',
  'data',
  'metadata',
  'information',
  'equipment',
  'furniture',
  'inventory',
  'feedback',
  'revenue',
  'traffic',
  'news',
  'series',
  'species',
  'aircraft',
  'sheep',
  'fish',
  'yuan',
  'merchandise',
  'software',
  'hardware',
  'livestock',
  'people',
  'police',
]);
/** The head of the noun: "date" in "date of birth". */
const HEAD = /^(.*?)([a-z]+)((?: (?:of|in|per|by|for|from|with|without) .*)?)$/i;

/** The plural of an English noun. A plural is returned unchanged, and so are Chinese names. */
export function plural(name: string): string {
  return changed(name, (word) => {
    if (SAME.has(word) || IRREGULAR.some(([, more]) => more === word)) return word;
    const irregular = IRREGULAR.find(([one]) => one === word);
    if (irregular) return irregular[1];
    if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
    if (/(?:ss|[^s]x|ch|sh)$/.test(word)) return `${word}es`;
    return /[szx]$/.test(word) ? word : `${word}s`;
  });
}

/** The singular of an English noun; tables and units often have plural names (departments, points). */
export function singular(name: string): string {
  return changed(name, (word) => {
    const irregular = IRREGULAR.find(([, more]) => more === word);
    if (irregular) return irregular[0];
    if (SAME.has(word) || IRREGULAR.some(([one]) => one === word)) return word;
    if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
    if (/(?:sses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
    return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
  });
}

/** Whether an English noun is plural: "sales are", "number of sales is". */
export const isPlural = (name: string): boolean => singular(name) !== name;

/** The noun with its head changed and its capitals kept: lower case, upper case, or a capital first letter. */
function changed(name: string, change: (word: string) => string): string {
  const [, before, word, after] = HEAD.exec(name) ?? [];
  if (word === undefined) return name;
  const other = change(word.toLowerCase());
  const isCapital = word.length > 1 && word === word.toUpperCase();
  // The unchanged beginning keeps its letters: "iPhones" of "iPhone".
  const same = other.toLowerCase().startsWith(word.toLowerCase())
    ? word + other.slice(word.length)
    : word.toLowerCase().startsWith(other)
      ? word.slice(0, other.length)
      : null;
  const written = isCapital
    ? other.toUpperCase()
    : (same ?? (/^[A-Z]/.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other));
  return `${before}${written}${after}`;
}
