/** What askers said of answers that a sample had a part in. */
export interface SampleVotes {
  up: number;
  down: number;
}

/**
 * Four votes that nobody gave, half of them good: few votes move a sample little, and it takes many to be sure. The
 * mean of a Beta distribution after the votes (Beta prior; compared with the Wilson bound by E. Miller, "How not to
 * sort by average rating", 2009, it does not put what nobody has voted on last).
 */
const PRIOR = { up: 2, down: 2 } as const;
/** At most so much of a rank score: likeness to the question stays what counts. */
const SWAY = 0.2;

/** How good a sample is by its votes, 0 to 1; 0.5 where there are none. */
export const sampleQuality = ({ up, down }: SampleVotes): number =>
  (up + PRIOR.up) / (up + down + PRIOR.up + PRIOR.down);

/** What a sample's rank score is multiplied with: 1 without votes, from 0.9 to 1.1. */
export const voteWeight = (votes: SampleVotes | undefined): number =>
  1 + SWAY * (sampleQuality(votes ?? { up: 0, down: 0 }) - 0.5);
