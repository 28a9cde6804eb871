import type { Run } from '@querent/client';
import { createContext, useContext, type ComponentType } from 'react';

/** What users are offered besides asking, replying and stopping. Without a member the surface does not offer it. */
export interface Offers {
  /** Statements of answers, for users who may see them. */
  sql?: boolean;
  /** Answers as CSV and PNG. */
  files?: boolean;
  /** What else can be done with an answer. */
  AnswerActions?: ComponentType<{ run: Run }>;
  /** The way to how a run that is over was answered. */
  RunDetails?: ComponentType<{ run: Run }>;
}

export const OffersContext = createContext<Offers>({});

export const useOffers = (): Offers => useContext(OffersContext);
