import type { SelectStmt } from 'libpg-query';
import type { CatalogueIndex } from '@querent/sql';
import type { Block, BlockRole, BoundStatement, Output } from './bound-query';
import type { LintScope } from './lint-scope';

/** What the look-up of a statement's names gathers on its way. */
export interface Binding extends Omit<BoundStatement, 'root'> {
  catalogue: CatalogueIndex;
  /** Binds a query inside a query; here so that expressions, FROM and queries need not import each other. */
  bindQuery(
    select: SelectStmt,
    role: BlockRole,
    around: LintScope,
    onFirstArm?: (outputs: readonly Output[], block: Block) => void,
  ): Block;
}
