/** Ratings of answers that used a sample. */
export interface SampleVotes {
  up: number;
  down: number;
}

/**
 * Four virtual votes, half of them positive: few votes have a small effect, and many are needed for certainty. The
 * result is the mean of a Beta posterior (Beta prior; compared with the Wilson bound by E. Miller, "How not to sort by
 * average rating", 2009, it does not rank unrated samples last).
 */
const PRIOR = { up: 2, down: 2 } as const;
/** Maximum effect on a rank score: similarity to the question remains decisive. */
const MAX_EFFECT = 0.2;

/** Quality of a sample by its votes, 0 to 1; 0.5 without votes. */
export const sampleQuality = ({ up, down }: SampleVotes): number =>
  (up + PRIOR.up) / (up + down + PRIOR.up + PRIOR.down);

/** Factor of a sample's rank score: 1 without votes, from 0.9 to 1.1. */
export const voteWeight = (votes: SampleVotes | undefined): number =>
  1 + MAX_EFFECT * (sampleQuality(votes ?? { up: 0, down: 0 }) - 0.5);
