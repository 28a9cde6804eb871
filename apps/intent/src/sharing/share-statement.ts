import {
  RememberedResults,
  sharingDigest,
  type SemanticCache,
  type SharingGroup,
  type SharingScope,
} from '@querent/cache';
import type { Outcome, Patch, QuestionKey, Run, RunData } from '@querent/contracts';
import { questionKey } from '@querent/planner';
import { civilDaysOf } from '@querent/model';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';

export interface ShareDeps {
  /** Null: there is no semantic cache. */
  shared: SharedStatements | null;
  /** The agent's name and the version of its file. */
  agentVersion: (name: string) => string | null;
}

/** The semantic cache as the intent stage needs it. */
export interface SharedStatements {
  /** The models that write what the planner does not cover. */
  reasoner: string | null;
  /** Null: there is no such connection (any more). */
  place(
    run: Run,
  ): (SharingGroup & { /** The connection's bound of rows: statements are cut at it. */ maxRows: number }) | null;
  find(
    place: SharingGroup,
    question: Pick<QuestionKey, 'signature' | 'text'>,
    signal: AbortSignal,
  ): ReturnType<SemanticCache['find']>;
  /**
   * Has the question's vector computed and kept beside the run, in the background: whoever stores the statement needs
   * it.
   */
  keepVector(run: Run, text: string): void;
  /** What was looked for and why it was not found; the run goes on. */
  onError(error: unknown, run: Run): void;
}

/**
 * What the question was understood as goes on with the statement of one that meant the same, where there is one: to the
 * executor at once, which guards and runs it afresh. Otherwise the outcome stands, and says by what its own statement
 * may be shared.
 */
export async function shareStatement(
  state: IntentState,
  outcome: Outcome<'intent'>,
  deps: ShareDeps,
  signal: AbortSignal,
): Promise<Outcome<'intent'>> {
  const { run } = state;
  const shared = run.request.cache === 'use' ? deps.shared : null;
  const place = shared?.place(run) ?? null;
  const key = shared === null || place === null ? null : sharingKey(state, outcome);
  if (shared === null || place === null || key === null) return withSharing(outcome, null);

  const signature = sharingDigest({ ...scopeOf(state, place, deps), reasoner: shared.reasoner }, key);
  const sharing = { kind: key.kind, signature, text: key.text, entry: null };
  try {
    const hit = await shared.find(place, { signature, text: key.text }, signal);
    if (hit !== null) return takenOver(run, outcome, { ...sharing, entry: hit.entry.id }, hit);
  } catch (error) {
    signal.throwIfAborted();
    shared.onError(error, run);
  }
  shared.keepVector(run, key.text);
  return withSharing(outcome, sharing);
}

/** Keys of the plans that are remembered (`planOf`). */
const keys = new RememberedResults<QuestionKey | null>(500);

/** Null where the outcome is no statement's beginning, or something beside the words decides it. */
function sharingKey(state: IntentState, { event, patch }: Outcome<'intent'>): QuestionKey | null {
  if (event !== 'understood' && event !== 'understood_fast') return null;
  const { run, plan, question, model } = state;
  const days = civilDaysOf(run, model);
  const key = keys.of(plan, [question, days], () => questionKey(plan, { question, model, ...days }));
  // A planned query holds all decisions, unless a model goes on from what a model said: then the turn alone is not what
  // is meant.
  if (key?.kind === 'planned') return (patch.semanticQuery ?? null) === null ? null : key;
  // What a model makes of words depends on what was said before and in reply, too.
  return key !== null && isByWordsAlone(run, patch) ? key : null;
}

const isByWordsAlone = ({ request, data }: Run, patch: Patch<'intent'>): boolean =>
  request.conversationId === null &&
  data.clarifications.length === 0 &&
  (patch.choices ?? data.choices).length === 0 &&
  (patch.learned ?? data.learned).length === 0;

function scopeOf(
  { run, model }: IntentState,
  { tenant, audience, maxRows: most }: NonNullable<ReturnType<SharedStatements['place']>>,
  { agentVersion }: ShareDeps,
): Omit<SharingScope, 'reasoner'> {
  const { connection, agent, locale, timezone, maxRows } = run.request;
  return {
    tenant,
    audience,
    connection,
    version: model.version,
    agent: agent && `${agent}@${agentVersion(agent) ?? ''}`,
    locale,
    timezone,
    maxRows: Math.min(maxRows ?? most, most),
  };
}

/** A run that is read anew, after a pause, has taken nothing over. */
const withSharing = (outcome: Outcome<'intent'>, sharing: RunData['sharing']): Outcome<'intent'> => ({
  ...outcome,
  patch: { ...outcome.patch, sharing, cache: { level: 'none', similarity: null } },
});

function takenOver(
  { data, request }: Run,
  outcome: Outcome<'intent'>,
  sharing: NonNullable<RunData['sharing']>,
  { entry, similarity }: NonNullable<Awaited<ReturnType<SemanticCache['find']>>>,
): Outcome<'intent'> {
  const attempts = [
    ...data.attempts,
    { n: data.attempts.length + 1, sql: entry.compiled.sql, at: new Date().toISOString() },
  ];
  return {
    event: 'cache_hit',
    patch: {
      ...outcome.patch,
      sharing,
      compiled: entry.compiled,
      attempts,
      cache: { level: 'l2', similarity },
      ...(entry.disclosures === null ? {} : { disclosures: entry.disclosures }),
    },
    steps: [...outcome.steps, { kind: 'cache_hit', message: intentMessages.shared[request.locale] }],
  };
}
