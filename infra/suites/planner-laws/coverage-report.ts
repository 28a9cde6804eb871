import type { Played } from './coverage';
import type { Outcome } from './judge';

interface Shares {
  right: number;
  of: number;
}

/**
 * Shares of correct readings by family and language, and the most frequent causes of the others with an example each.
 */
export function coverageText(played: readonly Played[], causes: number, isExplained = false): string {
  const families = [...new Set(played.map(({ one }) => one.family))];
  const rows = families.map((family) =>
    [
      family.padEnd(48),
      ...(['zh', 'en'] as const).map((locale) =>
        cell(played, (each) => each.one.family === family && each.one.locale === locale),
      ),
    ].join(''),
  );
  const totals = (['zh', 'en'] as const).map((locale) => cell(played, ({ one }) => one.locale === locale));
  const outcomes = (['right', 'wrong', 'asked', 'declined'] as const).map(
    (outcome) => `${outcome} ${played.filter((each) => each.outcome === outcome).length}`,
  );
  return [
    `${'construction'.padEnd(48)}${'zh'.padEnd(16)}en`,
    ...rows,
    ['all'.padEnd(48), ...totals].join(''),
    `${played.length} questions: ${outcomes.join(', ')}`,
    '',
    ...causesText(played, causes, isExplained),
  ].join('\n');
}

function cell(played: readonly Played[], fits: (each: Played) => boolean): string {
  const { right, of } = sharesOf(played.filter(fits));
  return (of === 0 ? '–' : `${Math.round((100 * right) / of)} % (${right}/${of})`).padEnd(16);
}

export function sharesOf(played: readonly Played[]): Shares {
  return { right: played.filter(({ outcome }) => outcome === 'right').length, of: played.length };
}

function causesText(played: readonly Played[], most: number, isExplained: boolean): string[] {
  const groups = new Map<string, Played[]>();
  for (const each of played) {
    if (each.outcome === 'right') continue;
    const key = `${each.one.family}, ${each.one.locale}: ${each.cause}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, most)
    .flatMap(([cause, each]) => [
      `${each.length} × ${cause}`,
      ...examples(each).map((line) => `    ${line}`),
      ...(isExplained ? (each[0]?.explained() ?? []) : []).map((line) => `        ${line}`),
    ]);
}

/** One example of each wording, the most frequent first. */
function examples(played: readonly Played[]): string[] {
  const wordings = new Map<string, Played[]>();
  for (const each of played) wordings.set(each.one.wording, [...(wordings.get(each.one.wording) ?? []), each]);
  return [...wordings]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 4)
    .map(
      ([wording, [first]]) => `${wordings.get(wording)?.length} ${wording} | ${first?.one.question} | ${first?.detail}`,
    );
}

export type { Outcome };
