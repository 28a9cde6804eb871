import type { LintRule } from './lint-rule';
import { aliasOutOfScope } from './rules/alias-out-of-scope';
import { ambiguousColumn } from './rules/ambiguous-column';
import { armWidth } from './rules/arm-width';
import { cartesianJoin } from './rules/cartesian-join';
import { distinctOrder } from './rules/distinct-order';
import { fanOut } from './rules/fan-out';
import { misplacedAggregate } from './rules/misplaced-aggregate';
import { missingFilter } from './rules/missing-filter';
import { rowAsText } from './rules/row-as-text';
import { strategyFollowed } from './rules/strategy';
import { subqueryWidth } from './rules/subquery-width';
import { textAsNumber } from './rules/text-as-number';
import { typeMismatch } from './rules/type-mismatch';
import { ungroupedColumn } from './rules/ungrouped-column';
import { unguardedCast } from './rules/unguarded-cast';
import { unknownColumn } from './rules/unknown-column';
import { unknownJoin } from './rules/unknown-join';
import { unknownRelation } from './rules/unknown-relation';
import { unknownValue } from './rules/unknown-value';

/** All rules for a parsed statement, in the order of their findings: errors of the server first, doubts last. */
export const LINT_RULES: readonly LintRule[] = [
  unknownRelation,
  aliasOutOfScope,
  unknownColumn,
  ambiguousColumn,
  armWidth,
  subqueryWidth,
  misplacedAggregate,
  ungroupedColumn,
  distinctOrder,
  rowAsText,
  typeMismatch,
  cartesianJoin,
  fanOut,
  unguardedCast,
  missingFilter,
  strategyFollowed,
  unknownJoin,
  textAsNumber,
  unknownValue,
];
