/**
 * The constructions for lists, conditions, figures, groups, events and periods. Each row names the construction and
 * the categories of its left and right part, its cost, an example in each language, and the function that builds
 * the meaning. `w:x` is the function word x and `op:x` the operator x of the lexicon; an empty example means that
 * the construction does not occur in that language. Costs of 0 to 0.05 are ordinary; the reading with the lowest
 * sum wins.
 */
export { actorsOfEvents, personTexts } from './events/actors-of-events';
export { EVENTS, countOfEvent, happened, rowsOfEvent, rowsWith } from './events/events';
export { TRADES, piecesSold } from './events/trades';
export { VERBS_BY_STRUCTURE } from './events/verbs-by-structure';
export { ACTORS_BY_AMOUNT } from './figures/actors-by-amount';
export { AGGREGATES, aggregated, settled } from './figures/aggregates';
export { AMOUNTS_OF_ROWS, amountsOf } from './figures/amounts-of-rows';
export { ASKED_FIGURES } from './figures/asked-figures';
export { COUNTS } from './figures/counts';
export { COUNTS_OF_EACH } from './figures/counts-of-each';
export { DISTRIBUTIONS } from './figures/distributions';
export { FIGURES_OF_FIGURES, addsUp, isPlain } from './figures/figures-of-figures';
export { GROUPING_KEYS } from './figures/grouping-keys';
export { GROUPINGS, grouped } from './figures/groupings';
export { GROWTH } from './figures/growth';
export { METRIC_FORMS, metricForm } from './figures/metric-forms';
export { TALLIES } from './figures/tallies';
export { ATTRIBUTES_OF_THINGS } from './rows/attributes-of-things';
export { BOUNDED_FIGURES, groupCondition } from './rows/bounded-figures';
export { BOUNDS, CURRENCIES, bounded, isMeasureWord } from './rows/bounds';
export { COLUMNS_COMPARED, timeOf } from './rows/columns-compared';
export { COMMON_TO_ALL } from './rows/common-to-all';
export { CONDITIONS } from './rows/conditions';
export { FIGURES_OF_THINGS } from './rows/figures-of-things';
export { JOINED_PARTS } from './rows/joined-parts';
export { LISTS } from './rows/lists';
export { NAMED_AFTER } from './rows/named-after';
export { PLACES } from './rows/places';
export { RELATED_ROWS, related } from './rows/related-rows';
export { ROLES_AND_PARTS, rowsOf } from './rows/roles-and-parts';
export { ROWS_OF_SETS } from './rows/rows-of-sets';
export { SECOND_QUESTIONS } from './rows/second-questions';
export { SEPARATE_KINDS } from './rows/separate-kinds';
export { SEVERAL_RELATED_ROWS } from './rows/several-related-rows';
export { TEXTS } from './rows/texts';
export { TWO_KINDS, setsOfTwo } from './rows/two-kinds';
export { LENGTHS_OF_TIME } from './time/lengths-of-time';
export { PERIOD_COMPARISONS, yearOf } from './time/period-comparisons';
export { PERIODS } from './time/periods';
