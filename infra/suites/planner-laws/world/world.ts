import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';

/** A database's structure and its model file, as data that laws may change before the model is resolved. */
export interface World {
  name: string;
  tables: SnapshotTable[];
  file: FileDraft;
}

export interface FileDraft {
  tables: Record<string, TableDraft>;
  metrics: Record<string, Named & { expression: string }>;
  terms: Record<string, Named & { filter: string }>;
}

interface Named {
  label: Labels;
  synonyms?: { zh?: string[]; en?: string[] };
}

interface Labels {
  zh?: string;
  en?: string;
}

export interface TableDraft extends Named {
  kind: 'thing' | 'event';
  defaultTime?: string;
  columns: Record<string, ColumnDraft>;
}

export interface ColumnDraft extends Partial<Named> {
  role?: 'name' | 'dimension' | 'measure' | 'time' | 'text' | 'key' | 'hidden';
  values?: Record<string, { zh: string[]; en: string[] }>;
}

export const modelOf = ({ name, tables, file }: World): SemanticModel => {
  const snapshot: SchemaSnapshot = {
    connection: 'world',
    schema: 'public',
    takenAt: '2026-01-01T00:00:00Z',
    serverVersion: '16',
    hasPostgis: false,
    fingerprint: name,
    tables,
  };
  const parsed = parseModelFile({ timezone: 'Asia/Shanghai', ...file });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { model, problems } = resolveModel({ connection: 'world', snapshot, file: parsed.file });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return model;
};

export function table(name: string, columns: SnapshotColumn[], references: Record<string, string> = {}): SnapshotTable {
  return {
    name,
    kind: 'table',
    comment: null,
    estimatedRows: 100,
    primaryKey: ['id'],
    uniqueKeys: [],
    columns: [column('id', 'integer', { nullable: false }), ...columns],
    foreignKeys: Object.entries(references).map(([own, toTable]) => ({ columns: [own], toTable, toColumns: ['id'] })),
  };
}

export function column(
  name: string,
  category: SnapshotColumn['category'],
  { nullable = true, values }: { nullable?: boolean; values?: readonly string[] } = {},
): SnapshotColumn {
  const one: SnapshotColumn = { name, type: category, category, nullable, comment: null };
  return values === undefined ? one : { ...one, values: [...values], valuesComplete: true };
}
