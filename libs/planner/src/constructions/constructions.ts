import type { Construction } from '../construction';
import { AGAINST_OTHERS } from './against-others';
import { AGGREGATES } from './aggregates';
import { AMONG_ROWS } from './among-rows';
import { AMOUNT_OF_EXTREME } from './amount-of-extreme';
import { ASKED_FIGURES } from './asked-figures';
import { BESIDE_WHICH } from './beside-which';
import { BOUNDS } from './bounds';
import { COLUMNS_COMPARED } from './columns-compared';
import { COMMON_VALUES } from './common-values';
import { COMMON_TO_ALL } from './common-to-all';
import { CONDITIONS } from './conditions';
import { COUNTS_OF_EACH } from './counts-of-each';
import { COUNTS } from './counts';
import { DISTRIBUTIONS } from './distributions';
import { DONE_AMOUNTS } from './done-amounts';
import { DONE_BY_STRUCTURE } from './done-by-structure';
import { DONE_MOST } from './done-most';
import { EACH_PERIOD } from './each-period';
import { EVENTS } from './events';
import { EXTREMES } from './extremes';
import { FIGURES_OF_FIGURES } from './figures-of-figures';
import { GROUPINGS } from './groupings';
import { GROWTH } from './growth';
import { JOINED_PARTS } from './joined-parts';
import { KINDS_APART } from './kinds-apart';
import { LENGTHS_OF_TIME } from './lengths-of-time';
import { LISTS } from './lists';
import { LYING_WITHIN } from './lying-within';
import { METRIC_FORMS } from './metric-forms';
import { MONEY_SPENT } from './money-spent';
import { NAMED_AFTER } from './named-after';
import { ORDERS } from './orders';
import { OWN_ORDER } from './own-order';
import { PERIOD_COMPARISONS } from './period-comparisons';
import { PERIODS } from './periods';
import { PLACES } from './places';
import { RANKINGS } from './rankings';
import { RECURRING_TIMES } from './recurring-times';
import { RELATED_ROWS } from './related-rows';
import { ROWS_OF_SETS } from './rows-of-sets';
import { SHARES } from './shares';
import { TALLIES } from './tallies';
import { TEXTS } from './texts';
import { TRADES } from './trades';
import { TWO_EXTREMES } from './two-extremes';
import { TWO_KINDS } from './two-kinds';
import { WHOSE_VALUE } from './whose-value';

/** All constructions. Their order means nothing. */
export const CONSTRUCTIONS: readonly Construction[] = [
  ...AGAINST_OTHERS,
  ...AGGREGATES,
  ...AMONG_ROWS,
  ...AMOUNT_OF_EXTREME,
  ...ASKED_FIGURES,
  ...BESIDE_WHICH,
  ...BOUNDS,
  ...COLUMNS_COMPARED,
  ...COMMON_TO_ALL,
  ...COMMON_VALUES,
  ...CONDITIONS,
  ...COUNTS_OF_EACH,
  ...COUNTS,
  ...DISTRIBUTIONS,
  ...DONE_AMOUNTS,
  ...DONE_BY_STRUCTURE,
  ...DONE_MOST,
  ...EACH_PERIOD,
  ...EVENTS,
  ...EXTREMES,
  ...FIGURES_OF_FIGURES,
  ...GROUPINGS,
  ...GROWTH,
  ...JOINED_PARTS,
  ...KINDS_APART,
  ...LENGTHS_OF_TIME,
  ...LISTS,
  ...LYING_WITHIN,
  ...METRIC_FORMS,
  ...MONEY_SPENT,
  ...NAMED_AFTER,
  ...ORDERS,
  ...OWN_ORDER,
  ...PERIOD_COMPARISONS,
  ...PERIODS,
  ...PLACES,
  ...RANKINGS,
  ...RECURRING_TIMES,
  ...RELATED_ROWS,
  ...ROWS_OF_SETS,
  ...SHARES,
  ...TALLIES,
  ...TEXTS,
  ...TRADES,
  ...TWO_EXTREMES,
  ...TWO_KINDS,
  ...WHOSE_VALUE,
];
