import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { introspect, openDatasource, runReadOnly, type Datasource } from '@querent/datasource';
import { compileQuery, interpretReply, parseModelFile, planQuestion, resolveModel, type SemanticModel } from '@querent/semantic';
import { guardStatement, type GuardCatalogue } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import type { PlanResult } from '@querent/contracts';
import { parse } from 'yaml';
import { guardCatalogueOf } from '../../../apps/executor/src/guard-catalogue';
import { indexedColumns } from '../../../apps/executor/src/indexed-columns';
import { build } from '../data/build.mjs';
import { sameRows } from './compare-rows';

const TODAY = '2026-11-21';
const TIMEZONE = 'Asia/Shanghai';
const limits = { statementTimeoutMs: 20_000, maxRows: 100_000, maxBytes: 64 * 1024 * 1024 };

interface GoldQuestion {
  id: string;
  connection: string;
  question: string;
  locale: 'zh' | 'en';
  kind: string;
  expect: 'rows' | 'clarification' | 'clarification|unsupported';
  sql?: string;
  alternatives?: string[];
  reply?: string;
  trigger?: string;
  ordered?: boolean;
  prefix?: boolean;
  shape?: string;
}

interface Place {
  datasource: Datasource;
  model: SemanticModel;
  guard: GuardCatalogue;
}

type Verdict = { id: string; question: string; kind: string; verdict: 'right' | 'wrong' | 'declined' | 'asked' | 'failed'; detail: string };

const questions = readFileSync(join(__dirname, 'questions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as GoldQuestion);

describe('the gold questions, answered without a language model', () => {
  let postgres: ThrowAwayPostgres;
  const places = new Map<string, Place>();
  const verdicts: Verdict[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    await build((sql) => postgres.query(sql), { today: TODAY });
    for (const connection of ['commerce', 'education', 'tourism']) places.set(connection, await open(connection, postgres.url));
    for (const question of questions) verdicts.push(await judge(question));
    const report = process.env['GOLD_REPORT'];
    if (report !== undefined) writeFileSync(report, verdicts.map((verdict) => JSON.stringify(verdict)).join('\n'));
  }, 240_000);

  afterAll(async () => {
    for (const { datasource } of places.values()) await datasource.close();
    await postgres.stop();
  });

  it('gives no wrong rows, and never rows where none may be given', () => {
    expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  });

  it('gives no statement that the guard refuses or the database cannot run', () => {
    expect(verdicts.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  it('gives the right rows wherever they can be given', () => {
    expect(verdicts.filter(({ verdict }) => verdict === 'asked' || verdict === 'declined')).toEqual([]);
  });

  async function judge(gold: GoldQuestion): Promise<Verdict> {
    const tell = (verdict: Verdict['verdict'], detail = ''): Verdict => ({ id: gold.id, question: gold.question, kind: gold.kind, verdict, detail });
    const place = places.get(gold.connection) as Place;
    const first = plan(gold, place.model, []);
    const final = first.kind === 'ambiguous' && gold.reply !== undefined ? afterReply(gold, first, place.model) : first;
    if (gold.expect !== 'rows' && gold.reply === undefined) {
      if (final.kind === 'planned') return tell('wrong', `answered: ${final.refinedQuestion}`);
      if (gold.expect === 'clarification' && final.kind !== 'ambiguous') return tell('declined', `${final.kind}, a clarification was due`);
      return tell('right');
    }
    if (gold.reply !== undefined && (first.kind !== 'ambiguous' || (gold.trigger !== undefined && first.ambiguity.trigger !== gold.trigger))) {
      return tell(first.kind === 'planned' ? 'wrong' : 'declined', `${first.kind} instead of a pause (${gold.trigger})`);
    }
    if (final.kind === 'ambiguous') return tell('asked', `${final.ambiguity.trigger}: ${final.ambiguity.question}`);
    if (final.kind !== 'planned') return tell('declined', 'reason' in final ? final.reason : final.kind);
    if (gold.sql === undefined) return tell('right');
    return compare(gold, final, place, tell);
  }

  async function compare(gold: GoldQuestion, planned: Extract<PlanResult, { kind: 'planned' }>, place: Place, tell: (verdict: Verdict['verdict'], detail?: string) => Verdict): Promise<Verdict> {
    let sql = '';
    try {
      const compiled = compileQuery(planned.query, place.model, { today: TODAY, timezone: TIMEZONE, locale: gold.locale, maxRows: limits.maxRows });
      sql = compiled.sql;
      const verdict = await guardStatement(compiled.sql, place.guard);
      if (!verdict.ok) return tell('failed', `guard ${verdict.code}: ${verdict.reason}\n${compiled.sql}`);
      const ours = await runReadOnly(place.datasource, { sql: verdict.sql, params: compiled.params, timeZone: TIMEZONE });
      const how = { ordered: gold.ordered ?? false, prefix: gold.prefix ?? false, anyLayout: gold.shape !== undefined };
      for (const text of [gold.sql ?? '', ...(gold.alternatives ?? [])]) {
        const theirs = await runReadOnly(place.datasource, { sql: text.replaceAll(':today', `DATE '${TODAY}'`), timeZone: TIMEZONE });
        if (sameRows(theirs.rows, ours.rows, how)) return tell('right');
      }
      return tell('wrong', `${planned.refinedQuestion}\n${compiled.sql}\n${JSON.stringify(compiled.params)}\n${JSON.stringify(ours.rows.slice(0, 3))} (${ours.rowCount})`);
    } catch (error) {
      return tell('failed', `${error instanceof Error ? error.message : String(error)}\n${sql}`);
    }
  }
});

const plan = (gold: GoldQuestion, model: SemanticModel, choices: { key: string; value: string }[]): PlanResult =>
  planQuestion({ question: gold.question, locale: gold.locale, model, today: TODAY, timezone: TIMEZONE, choices });

function afterReply(gold: GoldQuestion, paused: Extract<PlanResult, { kind: 'ambiguous' }>, model: SemanticModel): PlanResult {
  const read = interpretReply(paused.ambiguity, { text: gold.reply ?? '' }, gold.locale);
  return read.kind === 'choice' ? plan(gold, model, [read.choice]) : paused;
}

async function open(connection: string, url: string): Promise<Place> {
  const parsed = parseModelFile(parse(readFileSync(join(__dirname, `../config/models/${connection}.yaml`), 'utf8')));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const datasource = openDatasource({ name: connection, url, schema: connection, limits });
  const snapshot = await introspect(datasource, { valueIndexColumns: indexedColumns(parsed.file) });
  const { model, problems } = resolveModel({ connection, snapshot, file: parsed.file });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { datasource, model, guard: guardCatalogueOf(snapshot, model) };
}
