import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planQuestion } from '@querent/planner';
import { compileQuery } from '@querent/compiler';
import { describeConditions, describeOutputs } from '@querent/explain';
import { type SemanticModel } from '@querent/model';
import { leakGate, type LeakGate } from '@querent/sql';
import { statementFacts } from '@querent/lint';
import { demoQuestions, TODAY } from '../judge/demo-questions';
import { openTargets, TIMEZONE, type Targets } from '../judge/target';

interface Asked {
  connection: string;
  question: string;
  locale: 'zh' | 'en';
  sql?: string;
}

const read = <T>(path: string): T[] =>
  readFileSync(join(__dirname, path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const gold = demoQuestions<Asked>('gold');
const samples = ['commerce', 'education', 'tourism'].flatMap((connection) =>
  read<{ sql: string }>(`../config/samples/${connection}.jsonl`).map(({ sql }) => ({ connection, sql })),
);

describe('descriptions of statements', () => {
  let targets: Targets;
  beforeAll(async () => {
    targets = await openTargets();
  }, 240_000);
  afterAll(() => targets.stop());

  it('the description of a statement contains no physical name and no SQL', async () => {
    const statements = [
      ...samples,
      ...gold.flatMap(({ connection, sql }) =>
        sql === undefined ? [] : [{ connection, sql: sql.replaceAll(':today', `DATE '${TODAY}'`) }],
      ),
      ...gold.flatMap(compiled),
    ];
    expect(statements.length).toBeGreaterThan(400);
    const leaks: string[] = [];
    for (const { connection, sql } of statements) {
      const { model, guard } = targets.of(connection);
      const facts = await statementFacts(sql, guard);
      for (const locale of ['zh', 'en'] as const) {
        const texts = [
          ...describeConditions(facts, model, locale),
          ...describeOutputs(facts, model, locale).map(({ label }) => label),
        ];
        leaks.push(
          ...texts
            .filter((text) => gateOf(model).text(text, 'answer', { locale }) !== text)
            .map((text) => `${text} of ${sql}`),
        );
      }
    }
    expect(leaks).toEqual([]);
  }, 120_000);

  function compiled({ connection, question, locale }: Asked): { connection: string; sql: string }[] {
    const { model } = targets.of(connection);
    const plan = planQuestion({ question, locale, today: TODAY, timezone: TIMEZONE, model, choices: [] });
    return plan.kind === 'planned'
      ? [
          {
            connection,
            sql: compileQuery(plan.query, model, { today: TODAY, timezone: TIMEZONE, locale, maxRows: 1000 }).sql,
          },
        ]
      : [];
  }
});

const gates = new Map<SemanticModel, LeakGate>();

/** Physical names of a model that are not words of a label, which descriptions must not contain. */
function gateOf(model: SemanticModel): LeakGate {
  const tables = Object.values(model.tables);
  const columns = tables.flatMap((table) => Object.values(table.columns));
  const fields = Object.values(model.entities).flatMap((entity) => Object.values(entity.fields));
  const named = [...tables, ...columns, ...Object.values(model.metrics), ...Object.values(model.entities), ...fields];
  const vocabulary = named.flatMap(({ label, synonyms }) => [
    label.zh ?? '',
    label.en ?? '',
    ...synonyms.zh,
    ...synonyms.en,
  ]);
  const gate =
    gates.get(model) ??
    leakGate({ names: [...tables, ...columns].map(({ name }) => ({ name, label: null })), vocabulary });
  gates.set(model, gate);
  return gate;
}
