import type { SelectStmt } from 'libpg-query';
import type { CatalogueIndex } from '@querent/sql';
import type { Block, BlockRole, BoundStatement, Output } from './bound-query';
import type { LintScope } from './lint-scope';

/** State of resolving a statement's names. */
export interface Binding extends Omit<BoundStatement, 'root'> {
  catalogue: CatalogueIndex;
  /** Binds a nested query; stored here so that expressions, FROM and queries need not import each other. */
  bindQuery(
    select: SelectStmt,
    role: BlockRole,
    around: LintScope,
    onFirstArm?: (outputs: readonly Output[], block: Block) => void,
  ): Block;
}
