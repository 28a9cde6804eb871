import { writeFileSync } from 'node:fs';
import { openLocalEmbedder } from '@querent/retrieval';
import { openProposer } from '../../apps/intent/src/open-proposer';
import { goldQuestions, judgeGold, type GoldVerdict } from './gold/judge-gold';
import { openTargets, type Targets } from './judge/target';
import { isWrong, judgeQuestion, questionsOf, type Question, type Verdict } from './understanding/judge-question';

/**
 * All sets of questions in one spec, because they share the start of a database: gold/, understanding/ and holdout/.
 */
describe('demo questions without a language model', () => {
  let targets: Targets;
  const failures: unknown[] = [];
  const embedder = openLocalEmbedder();
  const proposer = openProposer(embedder, (error) => failures.push(error));
  const gold: GoldVerdict[] = [];
  const meant: Record<'understanding' | 'holdout', Verdict[]> = { understanding: [], holdout: [] };

  beforeAll(async () => {
    targets = await openTargets();
    gold.push(...(await together(goldQuestions, (question) => judgeGold(question, targets))));
    for (const set of ['understanding', 'holdout'] as const) {
      meant[set].push(
        ...(await together(questionsOf(set), (question) => judgeQuestion(question, targets, proposer.propose))),
      );
    }
    report('GOLD_REPORT', gold);
    report('UNDERSTANDING_REPORT', Object.values(meant).flat().filter(isWrong));
  }, 600_000);

  afterAll(async () => {
    await proposer.close();
    await embedder.close();
    await targets.stop();
  });

  it('the embedder fails on no demo question', () => {
    expect(failures).toEqual([]);
  });

  it('at least 98 % of the answers over all demo sets are right, and at least 85 % of the answerable questions are answered', () => {
    const rightGold = gold.filter(({ expect, verdict }) => expect === 'rows' && verdict === 'right').map(() => true);
    const wrongGold = gold.filter(({ verdict }) => verdict === 'wrong' || verdict === 'failed').map(() => false);
    const all = Object.values(meant).flat();
    const rows = all.filter(({ answered }) => answered).map((verdict) => verdict.rows === true);
    expect(share('all sets', 'right when answered', [...rightGold, ...wrongGold, ...rows])).toBeGreaterThanOrEqual(
      0.98,
    );
    const goldAnswered = gold
      .filter(({ expect }) => expect === 'rows')
      .map(({ verdict }) => verdict !== 'asked' && verdict !== 'declined');
    const due = all.filter(({ question }) => question.expect === 'answer').map(({ answered }) => answered);
    expect(share('all sets', 'answered', [...goldAnswered, ...due])).toBeGreaterThanOrEqual(0.85);
  });

  describe('gold set', () => {
    it('gold questions get no wrong rows, and no rows when none are expected', () => {
      expect(gold.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    });

    it('gold questions lead to no statement that the guard or the database refuses', () => {
      expect(gold.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    });

    it('answerable gold questions get the right rows', () => {
      expect(gold.filter(({ verdict }) => verdict === 'asked' || verdict === 'declined')).toEqual([]);
    });
  });

  // Of the questions that leave something open, some are refused with the word that nothing explains (whales, 示范校, near
  // me) instead of asked about: seven of 87, and two of the hold-out's eleven. No more are allowed.
  describe.each([
    ['understanding', 0.91],
    ['holdout', 0.8],
  ] as const)('of the %s set', (set, asked) => {
    it('at least 95 % of the questions have the right type of intent', () => {
      expect(
        share(
          set,
          'type right',
          meant[set].flatMap(({ type }) => type ?? []),
        ),
      ).toBeGreaterThanOrEqual(0.95);
    });

    it(`at least ${100 * asked} % of ambiguous questions lead to a clarification about the ambiguity`, () => {
      expect(
        share(
          set,
          'asks when it must',
          decisions(set, (expected) => expected === 'ask'),
        ),
      ).toBeGreaterThanOrEqual(asked);
    });

    it('at least 95 % of clear, unanswerable and small-talk questions lead to no clarification', () => {
      expect(
        share(
          set,
          'does not ask when it must not',
          decisions(set, (expected) => expected !== 'ask'),
        ),
      ).toBeGreaterThanOrEqual(0.95);
    });

    it('at least 98 % of the answers without a clarification have the right rows', () => {
      expect(
        share(
          set,
          'right rows',
          meant[set].flatMap(({ rows }) => rows ?? []),
        ),
      ).toBeGreaterThanOrEqual(0.98);
    });
  });

  const decisions = (set: keyof typeof meant, due: (expected: Question['expect']) => boolean): boolean[] =>
    meant[set].filter(({ question }) => due(question.expect)).map(({ decided }) => decided);
});

/** Number of questions that are judged concurrently, so that planning overlaps with database queries. */
async function together<One, Result>(all: readonly One[], judge: (one: One) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < all.length; at += LANES)
    results.push(...(await Promise.all(all.slice(at, at + LANES).map(judge))));
  return results;
}

const LANES = 3;

/** Prints the figure on a line of its own. */
function share(set: string, of: string, right: boolean[]): number {
  const count = right.filter(Boolean).length;
  process.stdout.write(`${set}: ${of} ${count} of ${right.length} (${((100 * count) / right.length).toFixed(1)} %)\n`);
  return count / right.length;
}

/** Writes verdicts as JSON lines to the path in the environment variable. */
function report(variable: string, verdicts: readonly unknown[]): void {
  const path = process.env[variable];
  if (path !== undefined) writeFileSync(path, verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`).join(''));
}
