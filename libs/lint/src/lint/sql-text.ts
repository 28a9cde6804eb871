import type { Node } from 'libpg-query';
import { Deparser } from 'pgsql-deparser';

/** A name in SQL syntax, quoted if needed. */
export function quoted(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Maximum length of a fragment in a finding, in characters. */
const MAX_FRAGMENT = 200;

/** A part of a statement as SQL; an unprintable node is described by its kind. */
export function textOf(node: Node | undefined): string {
  if (!node) return '';
  const text = printed(node);
  return text.length > MAX_FRAGMENT ? `${text.slice(0, MAX_FRAGMENT)}…` : text;
}

function printed(node: Node): string {
  try {
    return new Deparser(node, { pretty: false }).deparseQuery();
  } catch {
    return Object.keys(node).join();
  }
}

/** The text of a quoted literal; null for other nodes. */
export function literalText(node: Node): string | null {
  return 'A_Const' in node && node.A_Const.sval ? (node.A_Const.sval.sval ?? '') : null;
}
