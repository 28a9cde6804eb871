/** Vague times and the numbers of days that they may reach back. */
const VAGUE: readonly { words: RegExp; days: readonly number[] }[] = [
  {
    words:
      /(?<![a-z])(?:lately|recently|of late|these days|in recent times)(?![a-z])|(?:近期|近来|近日|这段时间|前阵子|最近)(?!(?:的?一|[两几\d半]|[二三四五六七八九十]|第|个|的是|最))/gu,
    days: [7, 30, 90],
  },
  {
    words:
      /(?<![a-z])(?:for|in) (?:a (?:long )?while|a long time|ages|long)(?![a-z])|(?:很久|好久|许久|长时间|很长时间|长期)(?=没|未|不|无)/gu,
    days: [90, 180, 365],
  },
];

/** A vague time with the numbers of days back from today that it may mean. */
export interface VagueTime {
  start: number;
  end: number;
  text: string;
  days: readonly number[];
}

/** The first vague time of a normalised text; null if there is none. */
export function vagueTimeIn(text: string): VagueTime | null {
  const [first] = VAGUE.flatMap(({ words, days }) =>
    [...text.matchAll(words)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      text: found,
      days,
    })),
  ).sort((a, b) => a.start - b.start);
  return first ?? null;
}
