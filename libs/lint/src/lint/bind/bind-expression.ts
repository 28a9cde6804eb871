import type { A_Indirection, ColumnRef, SelectStmt } from 'libpg-query';
import { isRecord } from '@querent/sql';
import type { Binding } from './binding';
import { bindColumn } from './find-column';
import type { LintScope } from './lint-scope';

/** Resolves every name inside an expression of any shape. Types are skipped: their words only resemble columns. */
export function bindExpression(value: unknown, scope: LintScope, binding: Binding): void {
  if (Array.isArray(value)) {
    for (const item of value) bindExpression(item, scope, binding);
    return;
  }
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'ColumnRef') bindColumn(inner as ColumnRef, scope, binding);
    else if (key === 'SelectStmt') binding.bindQuery(inner as SelectStmt, 'expression', scope);
    else if (key === 'A_Indirection') bindIndirection(inner as A_Indirection, scope, binding);
    else if (key !== 'typeName' && key !== 'TypeName') bindExpression(inner, scope, binding);
  }
}

/** Fields of composite values are unknown here; the guard checks them. */
function bindIndirection({ arg, indirection }: A_Indirection, scope: LintScope, binding: Binding): void {
  bindExpression(arg, scope, binding);
  for (const step of indirection ?? []) {
    if ('A_Indices' in step) bindExpression(step.A_Indices, scope, binding);
  }
}
