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
  /** Null without a semantic cache. */
  shared: SharedStatements | null;
  /** The agent's name and the version of its file. */
  agentVersion: (name: string, tenant: string) => string | null;
}

/** The semantic cache as seen by the intent stage. */
export interface SharedStatements {
  /** Identifies the language models that write statements; null without one. */
  reasoner: string | null;
  /** The tenant and audience that may share a run's statement; null if the connection does not exist. */
  groupOf(
    run: Run,
  ): (SharingGroup & { /** The connection's row limit, which statements contain. */ maxRows: number }) | null;
  find(
    group: SharingGroup,
    question: Pick<QuestionKey, 'signature' | 'text'>,
    signal: AbortSignal,
  ): ReturnType<SemanticCache['find']>;
  /** Computes the question's vector in the background and stores it beside the run, for the later cache entry. */
  keepVector(run: Run, text: string): void;
  /** Logs a failed look-up; the run continues without it. */
  onError(error: unknown, run: Run): void;
}

/**
 * Looks up a statement of a question with the same meaning. On a hit, the outcome sends that statement directly to the
 * executor, which guards it and runs it again. Otherwise the outcome is unchanged except for the key under which its
 * statement may be shared.
 */
export async function shareStatement(
  state: IntentState,
  outcome: Outcome<'intent'>,
  deps: ShareDeps,
  signal: AbortSignal,
): Promise<Outcome<'intent'>> {
  const { run } = state;
  const shared = run.request.cache === 'use' ? deps.shared : null;
  const group = shared?.groupOf(run) ?? null;
  const key = shared === null || group === null ? null : sharingKey(state, outcome);
  if (shared === null || group === null || key === null) return withSharing(outcome, null);

  const signature = sharingDigest({ ...scopeOf(state, group, deps), reasoner: shared.reasoner }, key);
  const sharing = { kind: key.kind, signature, text: key.text, entry: null };
  try {
    const hit = await shared.find(group, { signature, text: key.text }, signal);
    if (hit !== null) return fromSemanticCache(run, outcome, { ...sharing, entry: hit.entry.id }, hit);
  } catch (error) {
    signal.throwIfAborted();
    shared.onError(error, run);
  }
  shared.keepVector(run, key.text);
  return withSharing(outcome, sharing);
}

/** Keys of the plans that `planOf` keeps in memory. */
const keys = new RememberedResults<QuestionKey | null>(500);

/** The sharing key of the question; null if no statement follows, or if it depends on more than the words. */
function sharingKey(state: IntentState, { event, patch }: Outcome<'intent'>): QuestionKey | null {
  if (event !== 'planned' && event !== 'unplanned') return null;
  const { run, plan, question, model } = state;
  const days = civilDaysOf(run, model);
  const key = keys.of(plan, [question, days], () => questionKey(plan, { question, model, ...days }));
  // A planned query contains all decisions, unless a language model continues its answer: then the follow-up alone is
  // incomplete.
  if (key?.kind === 'planned') return (patch.semanticQuery ?? null) === null ? null : key;
  // A language model's statement also depends on the conversation and on replies.
  return key !== null && isByWordsAlone(run, patch) ? key : null;
}

const isByWordsAlone = ({ request, data }: Run, patch: Patch<'intent'>): boolean =>
  request.conversationId === null &&
  data.clarifications.length === 0 &&
  (patch.choices ?? data.choices).length === 0 &&
  (patch.learned ?? data.learned).length === 0;

function scopeOf(
  { run, model }: IntentState,
  { tenant, audience, maxRows: limit }: NonNullable<ReturnType<SharedStatements['groupOf']>>,
  { agentVersion }: ShareDeps,
): Omit<SharingScope, 'reasoner'> {
  const { connection, agent, locale, timezone, maxRows } = run.request;
  return {
    tenant,
    audience,
    connection,
    version: model.version,
    agent: agent && `${agent}@${agentVersion(agent, run.tenant) ?? ''}`,
    locale,
    timezone,
    maxRows: Math.min(maxRows ?? limit, limit),
  };
}

/** Also resets the cache level, because a run that is planned again after a pause uses no cached statement. */
const withSharing = (outcome: Outcome<'intent'>, sharing: RunData['sharing']): Outcome<'intent'> => ({
  ...outcome,
  patch: { ...outcome.patch, sharing, cache: { level: 'none', similarity: null } },
});

function fromSemanticCache(
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
