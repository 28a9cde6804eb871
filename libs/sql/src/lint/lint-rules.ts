import type { LintRule } from './lint-rule';
import { aliasOutOfScope } from './rules/alias-out-of-scope';
import { ambiguousColumn } from './rules/ambiguous-column';
import { armWidth } from './rules/arm-width';
import { cartesianJoin } from './rules/cartesian-join';
import { fanOut } from './rules/fan-out';
import { misplacedAggregate } from './rules/misplaced-aggregate';
import { subqueryWidth } from './rules/subquery-width';
import { ungroupedColumn } from './rules/ungrouped-column';
import { unknownColumn } from './rules/unknown-column';
import { unknownJoin } from './rules/unknown-join';
import { unknownRelation } from './rules/unknown-relation';

/** Every rule over a statement that parses, in the order of reading its findings: what stops it first, doubts last. */
export const LINT_RULES: readonly LintRule[] = [
  unknownRelation,
  aliasOutOfScope,
  unknownColumn,
  ambiguousColumn,
  armWidth,
  subqueryWidth,
  misplacedAggregate,
  ungroupedColumn,
  cartesianJoin,
  fanOut,
  unknownJoin,
];
