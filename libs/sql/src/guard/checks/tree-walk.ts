import { POSITION_KEYS } from '../../parse/tree-equality';
import { GuardRefusal } from '../guard-verdict';
import { NAMED_REFUSALS, STATEMENT_GRAMMAR } from './statement-grammar';

/** One visited node: its tag, its fields, and its depth. */
export interface MetNode {
  tag: string;
  fields: Readonly<Record<string, unknown>>;
  depth: number;
}

/**
 * Visits every node of a parse tree, parents first, through every key it has. Nothing can be skipped by omission: a
 * node or a field outside the grammar is refused. (A guard that skipped one list, functions in FROM, was the hole of a
 * well-known product.)
 *
 * @throws GuardRefusal `too_deep` beyond maxDepth nested nodes, or by the grammar
 */
export function walkTree(tag: string, fields: unknown, maxDepth: number, meet: (node: MetNode) => void): void {
  walkFields(tag, fields, 1);

  function walkFields(nodeTag: string, nodeFields: unknown, depth: number): void {
    const grammar = STATEMENT_GRAMMAR.get(nodeTag);
    if (!grammar) throw refusalOf(nodeTag, `node ${nodeTag}`);
    if (!isRecord(nodeFields)) throw new GuardRefusal('forbidden_construct', `malformed node ${nodeTag}`);
    if (depth > maxDepth) throw new GuardRefusal('too_deep', `nested beyond ${maxDepth} nodes`);
    meet({ tag: nodeTag, fields: nodeFields, depth });
    for (const [field, value] of Object.entries(nodeFields)) {
      if (POSITION_KEYS.has(field)) continue;
      const held = grammar.get(field);
      if (held === undefined) throw refusalOf(`${nodeTag}.${field}`, `field ${nodeTag}.${field}`);
      if (held === null) walkValue(value, depth);
      else walkFields(held, value, depth + 1);
    }
  }

  function walkValue(value: unknown, depth: number): void {
    if (Array.isArray(value)) {
      for (const item of value) walkValue(item, depth);
    } else if (isRecord(value)) {
      // An empty object is the parser's NULL pointer: a plain DISTINCT, a function without column definitions.
      for (const [tag, inner] of Object.entries(value)) walkFields(tag, inner, depth + 1);
    }
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusalOf(key: string, reason: string): GuardRefusal {
  return new GuardRefusal(NAMED_REFUSALS[key] ?? 'forbidden_construct', reason);
}
