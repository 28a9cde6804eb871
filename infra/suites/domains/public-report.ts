import { proportion } from '../eval/report/proportion';
import { shareText, table } from './domains-report';
import { figuresOf } from './figures';
import { planTimes, type PlayedDomain } from './play-domain';
import type { PublicDomain } from './public-sets';
import type { Verdict } from './verdict';

/** A measured public database. */
export interface PlayedPublic extends Pick<PublicDomain, 'set' | 'kinds'> {
  played: PlayedDomain;
}

type Shown = Verdict & { kind: string; database: string };

const ALL = 'all';
const INSTRUCTED = ', with instructions';

/**
 * A report of questions with gold rows by tier and language and by database, and of the others by their ambiguity.
 * Contains no text of a question.
 */
export function publicText(all: readonly PlayedPublic[]): string {
  const verdictsOf = (set: string): Shown[] =>
    all
      .filter((one) => one.set === set)
      .flatMap(({ played, kinds }) =>
        played.verdicts.map((verdict) => ({ ...verdict, kind: kinds.get(verdict.id) ?? '', database: played.name })),
      );
  const { p50, p95, worst } = planTimes(all.flatMap(({ played }) => played.samples));
  const times = [p50, p95, worst].map((ms) => (ms === null ? '–' : ms.toFixed(1))).join(', ');
  return [
    ...rowsLines(verdictsOf('planner_simple')),
    '',
    ...openLines(verdictsOf('ambiguity')),
    '',
    `p50, p95, worst ms: ${times}`,
    '',
  ].join('\n');
}

function rowsLines(verdicts: readonly Shown[]): string[] {
  if (verdicts.length === 0) return [];
  const plain = verdicts.filter(({ kind }) => !kind.endsWith(INSTRUCTED));
  const groups = [
    ...keysOf(verdicts, ({ kind }) => kind).map((kind) => ({
      name: kind,
      of: verdicts.filter((one) => one.kind === kind),
    })),
    ...keysOf(plain, ({ database }) => database).map((name) => ({
      name,
      of: plain.filter(({ database }) => database === name),
    })),
    { name: `${ALL} without instructions`, of: plain },
  ];
  const rows = groups.flatMap(({ name, of }) =>
    keysOf(of, ({ locale }) => locale).map((locale) => {
      const { right, ofAnswered, asked, declined } = figuresOf(of.filter((one) => one.locale === locale));
      return [name, locale, ...[right, ofAnswered, asked, declined].map(shareText)];
    }),
  );
  return table(['gold rows', 'lang', 'right', 'of answered', 'asked', 'declined'], rows);
}

const DUE = { ask: 'ambiguous', answer: 'clear', refuse: 'unanswerable', chat: 'talk' } as const;

function openLines(verdicts: readonly Shown[]): string[] {
  if (verdicts.length === 0) return [];
  const groups = (['ask', 'answer', 'refuse'] as const).flatMap((expect) => {
    const due = verdicts.filter((one) => one.expect === expect);
    return [
      ...keysOf(due, ({ kind }) => kind).map((kind) => ({ name: kind, of: due.filter((one) => one.kind === kind) })),
      { name: `${ALL} ${DUE[expect]}`, of: due },
    ];
  });
  const rows = groups.flatMap(({ name, of }) =>
    keysOf(of, ({ locale }) => locale).map((locale) => {
      const spoken = of.filter((one) => one.locale === locale);
      const share = (is: (outcome: Verdict['outcome']) => boolean): string =>
        shareText(proportion(spoken.map(({ outcome }) => is(outcome))));
      return [
        name,
        locale,
        share((outcome) => outcome === 'asked'),
        share((outcome) => outcome === 'answered'),
        share((outcome) => outcome !== 'asked' && outcome !== 'answered'),
      ];
    }),
  );
  return table(['behaviour', 'lang', 'asked', 'answered', 'declined'], rows);
}

const keysOf = <T>(items: readonly T[], key: (item: T) => string): string[] => [...new Set(items.map(key))].sort();
