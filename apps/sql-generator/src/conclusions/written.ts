import type { CompiledQuery, Outcome, RunData } from '@querent/contracts';
import { describeConditions, describeOutputs } from '@querent/semantic';
import { statementFacts } from '@querent/sql';
import { statementSubject } from '../checking/statement-subject';
import { doubtsOf } from '../checking/doubts-of';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { corrections, triedSinceReply, withAttempt } from '../record/attempts';
import { spent } from '../record/spent';

/** A model's statement that passed every check goes to the executor, with what it stands for in business words. */
export async function written(state: GeneratorState, { now }: Pick<GeneratorDeps, 'now'>): Promise<Outcome> {
  const { run, checked, model } = state;
  const attempts = withAttempt(state.attempts, { sql: checked.sql, ...corrections(checked) }, now());
  return {
    event: 'generated',
    patch: {
      ...spent({ ...state, attempts, reasoning: { ...state.reasoning, draft: null } }),
      ...(run.data.semanticQuery === null ? await read(state) : mended(state)),
      modelVersion: model.version,
      error: null,
      technicalError: null,
    },
    steps: [...state.notes, ...healed(state, triedSinceReply(run, attempts).length), { kind: 'generated', message: messageOf('generated', run.request.locale) }],
  };
}

/** A statement that stands for the question by itself. */
async function read({ run, model, strategy, checked }: GeneratorState): Promise<Pick<RunData, 'compiled' | 'disclosures' | 'doubts'>> {
  const { locale } = run.request;
  const facts = await statementFacts(checked.sql, statementSubject(model, strategy).catalogue);
  const compiled: CompiledQuery = { source: 'model', sql: checked.sql, params: [], columns: describeOutputs(facts, model, locale), probes: [] };
  return { compiled, disclosures: [...describeConditions(facts, model, locale), messageOf('readByModel', locale)], doubts: doubtsOf(checked.doubts, facts, model, locale) };
}

/** Another way to write what the planner wants to know: its parameters, columns, probes and disclosures stand. */
function mended({ run, compiled, checked }: GeneratorState): Pick<RunData, 'compiled' | 'disclosures' | 'doubts'> {
  const note = messageOf('mendedByModel', run.request.locale);
  return {
    compiled: compiled && { ...compiled, source: 'model', sql: checked.sql },
    disclosures: [...run.data.disclosures.filter((text) => text !== note), note],
    doubts: run.data.doubts,
  };
}

function healed({ run, checked }: GeneratorState, n: number): Outcome['steps'] {
  const { locale } = run.request;
  const corrected = checked.fixes.length === 0 ? [] : [{ kind: 'corrected', message: messageOf('corrected', locale) }];
  return n > 1 ? [...corrected, { kind: 'healed', message: messageOf('healed', locale, { n }) }] : corrected;
}
