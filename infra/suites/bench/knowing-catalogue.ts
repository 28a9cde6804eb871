import { parseSync } from 'libpg-query';
import type { GuardCatalogue, GuardColumn } from '@querent/sql';

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/**
 * A catalogue that knows every relation and every column a statement names, so that a guard that still refuses it does
 * so for what the statement does, not for a name that happens to be missing. Null where the text does not parse.
 */
export function knowingCatalogue(sql: string): GuardCatalogue | null {
  const relations = new Map<string, { schema: string; name: string }>();
  const columns = new Set<string>();
  try {
    collect(parseSync(sql));
  } catch {
    return null;
  }
  const all: GuardColumn[] = [...columns].map((name) => ({ name, type: 'text' }));
  return {
    searchPath: ['public'],
    relations: [...relations.values()].map((relation) => ({ ...relation, kind: 'table', columns: all })),
  };

  function collect(value: unknown): void {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isTree(value) || Array.isArray(value)) return;
    const name = value['relname'];
    if (typeof name === 'string') {
      const schema = String(value['schemaname'] ?? 'public');
      relations.set(`${schema}.${name}`, { schema, name });
    }
    if (isTree(value['ColumnRef'])) {
      for (const field of (value['ColumnRef']['fields'] ?? []) as Tree[])
        if (isTree(field['String'])) columns.add(String(field['String']['sval']));
    }
    for (const inner of Object.values(value)) collect(inner);
  }
}
