import type { SelectStmt } from 'libpg-query';
import { indexCatalogue, type GuardCatalogue } from '@querent/sql';
import { bindQuery } from './bind-query';
import type { Binding } from './binding';
import type { BoundStatement } from './bound-query';
import { ROOT_LINT_SCOPE } from './lint-scope';

/**
 * Looks up every name of a statement, in the scopes that PostgreSQL gives them. What the guard's resolver
 * refuses at the first unknown name goes on here, so that all faults of a statement can be told at once. It
 * decides nothing about what may run.
 */
export function bindStatement(select: SelectStmt, catalogue: GuardCatalogue): BoundStatement {
  const binding: Binding = {
    catalogue: indexCatalogue(catalogue),
    bindQuery: (query, role, around, onFirstArm) => bindQuery(query, role, around, binding, onFirstArm),
    blocks: [],
    queryOf: new Map(),
    refs: new Map(),
    issues: [],
    items: [],
  };
  const root = bindQuery(select, 'statement', ROOT_LINT_SCOPE, binding);
  return {
    root,
    blocks: binding.blocks,
    queryOf: binding.queryOf,
    refs: binding.refs,
    issues: binding.issues,
    items: binding.items,
  };
}
