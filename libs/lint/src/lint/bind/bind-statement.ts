import type { SelectStmt } from 'libpg-query';
import { indexCatalogue, type GuardCatalogue } from '@querent/sql';
import { bindQuery } from './bind-query';
import type { Binding } from './binding';
import type { BoundStatement } from './bound-query';
import { ROOT_LINT_SCOPE } from './lint-scope';

/**
 * Resolves every name of a statement, in PostgreSQL's scopes. Unlike the guard's resolver it continues after an unknown
 * name, so that all faults of a statement are reported at once. It does not decide what may run.
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
