import {
  type Exploration,
  type Outcome,
  type Run,
  type Strategy,
  strategySchema,
  triedSinceReply,
} from '@querent/contracts';
import { kindOf } from '@querent/planner';
import type { SemanticModel } from '@querent/model';
import { usableSamples } from '../asking/usable-samples';
import { checkStatement } from '../checking/check-statement';
import { failedByDatabase, failedByFindings } from '../checking/failed-statement';
import { isProbeOf } from '../checking/probed-literals';
import { statementSubject } from '../checking/statement-subject';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { takeDraft } from '../record/take-draft';

/** Values that a line of progress names, and characters of each. */
const SHOWN_VALUES = 5;
const SHOWN_CHARACTERS = 30;

/**
 * Takes the run up where its record stands: how it is to be answered, what the prompt may show, what failed last, and
 * what an exploration brought. A failed exploration leaves the draft that came with it, as the reply to go on with.
 */
export async function resume(
  state: GeneratorState,
  deps: Pick<GeneratorDeps, 'onRetiredSample'>,
): Promise<Partial<GeneratorState>> {
  const { run, model, reasoning } = state;
  const strategy = run.data.semanticQuery === null ? strategyOf(run, model) : null;
  const [samples, failed] = await Promise.all([
    usableSamples(run, model, deps.onRetiredSample),
    lastFailure(run, model, strategy),
  ]);
  const looked = reasoning.explorations.at(-1);
  const settled = { strategy, samples, failed };
  // With a statement in the record it was the executor that refused it, and any look lies further back.
  if (looked === undefined || looked.state === 'wanted' || run.data.compiled !== null) return settled;
  const probed = await probedDraft(state, strategy, looked);
  if (probed !== null) return { ...settled, ...probed };
  if (looked.state === 'done') return { ...settled, notes: valuesFound(run, looked.values) };
  return { ...settled, ...takeDraft(state) };
}

/**
 * The statement whose literals an exploration was to confirm: it is checked again, with what was found. Null: a model
 * asked for the exploration.
 */
async function probedDraft(
  { model, reasoning }: GeneratorState,
  strategy: Strategy | null,
  looked: Exploration,
): Promise<Partial<GeneratorState> | null> {
  const { draft } = reasoning;
  if (draft === null) return null;
  const subject = statementSubject(model, strategy);
  const { sql } = await checkStatement(draft, subject);
  return (await isProbeOf(looked, sql, subject))
    ? { reply: { kind: 'sql', sql: draft }, reasoning: { ...reasoning, draft: null } }
    : null;
}

/** As the question was read by its words; a record without it is read again. */
function strategyOf({ data, request }: Run, model: SemanticModel): Strategy {
  const known = strategySchema.safeParse(data.intent?.strategy);
  return known.success ? known.data : kindOf(data.restatedQuestion ?? request.question, model).strategy;
}

/**
 * The last statement tried, where it failed: our checks tell of it again, and the database's word where it is still in
 * the record.
 */
async function lastFailure(
  run: Run,
  model: SemanticModel,
  strategy: Strategy | null,
): Promise<GeneratorState['failed']> {
  const tried = triedSinceReply(run.data);
  const last = tried.findLast(({ sql, error }) => sql !== undefined && error !== undefined);
  if (last?.sql === undefined) return null;
  const { errors, doubts } = await checkStatement(last.sql, statementSubject(model, strategy));
  const others = tried.flatMap(({ sql }) => sql ?? []);
  const { technicalError } = run.data;
  return technicalError === null
    ? failedByFindings(last.sql, errors, others)
    : failedByDatabase(last.sql, technicalError, [...errors, ...doubts], others);
}

/** What was found, for the asker: they may read these values, and see from them how the question is understood. */
function valuesFound(
  { request: { locale } }: Run,
  rows: readonly (readonly (string | null)[])[],
): Outcome<'sql-generator'>['steps'] {
  const values = [...new Set(rows.flatMap(([first]) => first ?? []).filter((value) => value.trim() !== ''))];
  if (values.length === 0) return [];
  const shown = values
    .slice(0, SHOWN_VALUES)
    .map((value) =>
      [...value].length > SHOWN_CHARACTERS ? `${[...value].slice(0, SHOWN_CHARACTERS - 1).join('')}…` : value,
    );
  const text = `${shown.join(locale === 'zh' ? '、' : ', ')}${values.length > shown.length ? (locale === 'zh' ? ' 等' : ', …') : ''}`;
  return [{ kind: 'values', message: messageOf('valuesFound', locale, { values: text }) }];
}
