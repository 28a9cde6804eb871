import type { PairReport } from '../minimal-pairs/pair-report';

export interface PairFindings {
  report: PairReport;
}
