import {
  type Exploration,
  type Outcome,
  type Run,
  type Strategy,
  strategySchema,
  triedSinceReply,
} from '@querent/contracts';
import { questionKind } from '@querent/planner';
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

/** Limits of a progress message: number of values, and characters per value. */
const SHOWN_VALUES = 5;
const SHOWN_CHARACTERS = 30;

/**
 * Restores the state from the run record: strategy, samples for the prompt, last failure, and the result of an
 * exploration. After a failed exploration, the draft that came with it is used as the reply.
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
  const last = reasoning.explorations.at(-1);
  const settled = { strategy, samples, failed };
  // A statement in the record was refused by the executor after any exploration.
  if (last === undefined || last.state === 'wanted' || run.data.compiled !== null) return settled;
  const probed = await probedDraft(state, strategy, last);
  if (probed !== null) return { ...settled, ...probed };
  if (last.state === 'done') return { ...settled, notes: valuesFound(run, last.values) };
  return { ...settled, ...takeDraft(state) };
}

/**
 * The draft whose literals an exploration probed; it is checked again with the result. Null if a model requested the
 * exploration.
 */
async function probedDraft(
  { model, reasoning }: GeneratorState,
  strategy: Strategy | null,
  exploration: Exploration,
): Promise<Partial<GeneratorState> | null> {
  const { draft } = reasoning;
  if (draft === null) return null;
  const subject = statementSubject(model, strategy);
  const { sql } = await checkStatement(draft, subject);
  return (await isProbeOf(exploration, sql, subject))
    ? { reply: { kind: 'sql', sql: draft }, reasoning: { ...reasoning, draft: null } }
    : null;
}

/** Strategy recorded by the intent stage; a record without one is classified again. */
function strategyOf({ data, request }: Run, model: SemanticModel): Strategy {
  const known = strategySchema.safeParse(data.intent?.strategy);
  return known.success ? known.data : questionKind(data.restatedQuestion ?? request.question, model).strategy;
}

/**
 * The last attempt, if it failed: its findings are computed again, and the database's error is added if it is still in
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

/** Progress message with the values found; the asker may read them, and they show how the question is understood. */
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
