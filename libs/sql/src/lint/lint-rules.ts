import type { LintRule } from './lint-rule';
import { aliasOutOfScope } from './rules/alias-out-of-scope';
import { ambiguousColumn } from './rules/ambiguous-column';
import { unknownColumn } from './rules/unknown-column';
import { unknownRelation } from './rules/unknown-relation';

/** Every rule over a statement that parses, in the order of reading its findings: what stops it first, doubts last. */
export const LINT_RULES: readonly LintRule[] = [unknownRelation, aliasOutOfScope, unknownColumn, ambiguousColumn];
