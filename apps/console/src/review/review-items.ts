import type { Routes, RunSummary } from '@querent/client';

export type Rated = Routes['GET /v1/feedback']['output']['feedback'][number];
export type Sample = Routes['GET /v1/connections/{name}/samples']['output']['samples'][number];

export const kinds = ['down', 'up', 'unanswered', 'unclear', 'corrected', 'proposal'] as const;
export type Kind = (typeof kinds)[number];

/** Where items of a kind come from: ratings, runs without an answer, and samples that wait for a decision. */
type Source = 'ratings' | 'runs' | 'proposals';
const sources: Readonly<Record<Kind | 'all', readonly Source[]>> = {
  all: ['ratings', 'runs', 'proposals'],
  down: ['ratings'],
  up: ['ratings'],
  unanswered: ['runs'],
  unclear: ['runs'],
  corrected: ['ratings', 'proposals'],
  proposal: ['proposals'],
};
export const sourcesOf = (kind: Kind | 'all'): readonly Source[] => sources[kind];

/** A clarification that never got an answer. */
export type AskedBack = NonNullable<RunSummary['unansweredClarification']>;

/** What the server dismisses: a rating, or the question of a run. */
export type Reviewed = Routes['POST /v1/dismissals']['input']['body'];

/** Something that an administrator decides on. */
export interface ReviewItem {
  id: string;
  /** What is dismissed with it, newest first. Equal questions are dismissed with one of them. Empty for a proposal. */
  reviewed: readonly Reviewed[];
  kind: Kind;
  /** Null: rated by an early version. */
  question: string | null;
  connection: string | null;
  at: string | null;
  by: string | null;
  comment: string | null;
  runId: string | null;
  /** Equal questions that were asked. */
  times: number;
  /** What was asked back without an answer; null: nothing. */
  askedBack: AskedBack | null;
  /** A proposal that the server keeps. */
  sample: Sample | null;
  /** Whether it deserves attention without being filtered for. */
  isUrgent: boolean;
}

/** A sample that waits for a decision, with its connection. */
export interface Proposal {
  connection: string;
  sample: Sample;
}

/** Failures that another word, example or definition may prevent; others are for operators. */
const unanswered = ['question_unsupported', 'clarification_exhausted', 'clarification_expired', 'definition_failing'];

/**
 * What is to be decided, newest first. A rating that proposed an example is one item with it, and equal questions that
 * were not answered are one, as are equal ones that stayed unclear.
 */
export function reviewItems(
  rated: readonly Rated[],
  runs: readonly RunSummary[],
  proposals: readonly Proposal[],
): ReviewItem[] {
  // A rating and the sample that it makes have the same time.
  const isBehind = ({ connection, sample }: Proposal, one: Rated): boolean =>
    one.sample === 'pending' && one.connection === connection && one.by === sample.by && one.at === sample.createdAt;
  const items = [
    ...proposals.map((proposal) =>
      ofProposal(
        proposal,
        rated.find((one) => isBehind(proposal, one)),
      ),
    ),
    // A proposal that no longer waits has been decided on.
    ...rated.filter(({ sample }) => sample !== 'pending').map(ofRating),
    ...ofRuns(runs),
  ];
  return items.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
}

function ofProposal({ connection, sample }: Proposal, rated: Rated | undefined): ReviewItem {
  return {
    id: `sample ${connection} ${sample.id}`,
    reviewed: [],
    kind: rated?.corrected === true ? 'corrected' : 'proposal',
    question: sample.question,
    connection,
    at: sample.createdAt,
    by: sample.by,
    comment: sample.comment ?? null,
    runId: rated?.runId ?? null,
    times: 1,
    askedBack: null,
    sample,
    isUrgent: true,
  };
}

const ofRating = ({ rating, comment, corrected, runId, by, connection, question, at }: Rated): ReviewItem => ({
  id: `rating ${runId} ${by} ${at}`,
  reviewed: [{ runId, rating: { by, at } }],
  kind: corrected ? 'corrected' : rating,
  ...{ question, connection, at, by, comment, runId },
  times: 1,
  askedBack: null,
  sample: null,
  isUrgent: rating === 'down' || corrected || comment !== null,
});

function ofRuns(runs: readonly RunSummary[]): ReviewItem[] {
  const byQuestion = new Map<string, RunSummary[]>();
  // A run may be in both lists: its reply was another question, which was not answered.
  for (const run of new Map(runs.map((one) => [one.id, one])).values()) {
    const isUnclear = run.unansweredClarification !== null;
    if (!isUnclear && (run.error === null || !unanswered.includes(run.error.code))) continue;
    const key = `${isUnclear ? 'unclear' : 'question'} ${run.connection} ${run.question}`;
    const known = byQuestion.get(key);
    if (known) known.push(run);
    else byQuestion.set(key, [run]);
  }
  return [...byQuestion].map(([id, same]) =>
    ofQuestion(
      id,
      same.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    ),
  );
}

const ofQuestion = (id: string, same: readonly RunSummary[]): ReviewItem => ({
  id,
  reviewed: same.map((run) => ({ runId: run.id })),
  kind: (same[0]?.unansweredClarification ?? null) === null ? 'unanswered' : 'unclear',
  question: same[0]?.question ?? null,
  connection: same[0]?.connection ?? null,
  at: same[0]?.createdAt ?? null,
  by: null,
  comment: null,
  runId: same[0]?.id ?? null,
  times: same.length,
  askedBack: same[0]?.unansweredClarification ?? null,
  sample: null,
  isUrgent: true,
});
