import { existsSync, readFileSync } from 'node:fs';
import { digestOf } from '../report/digest';
import type { PublicDatabase } from '../targets/public-target';
import { readOutlines } from './public-data';
import { outlineSql, type SchemaOutline } from './schema-outline';

export interface PublicDatabases {
  /** Returns the database of this name, or null if no file describes its schema. */
  of(name: string): PublicDatabase | null;
  /** The requested databases, each once. */
  all(): PublicDatabase[];
}

const outlineFiles = ['ambiguity_schemas.json', 'schema_linking_schemas.json', 'schema_distractors_spider.json'];

/** `schemas/<name>.sql` creates a separate database with data. For the others only an outline exists. */
export function publicDatabases(folder: string): PublicDatabases {
  const outlines = readOutlines(folder, outlineFiles);
  const known = new Map<string, PublicDatabase | null>();
  return {
    of(name) {
      const found = known.get(name);
      if (found !== undefined) return found;
      const made = scripted(name, folder) ?? outlined(name, outlines);
      known.set(name, made);
      return made;
    },
    all: () => [...known.values()].filter((database) => database !== null),
  };
}

function scripted(name: string, folder: string): PublicDatabase | null {
  const path = `${folder}/schemas/${name}.sql`;
  return existsSync(path)
    ? { connection: connectionName(name), database: name, schema: 'public', sql: readFileSync(path, 'utf8') }
    : null;
}

function outlined(name: string, outlines: ReadonlyMap<string, SchemaOutline>): PublicDatabase | null {
  const outline = outlines.get(name);
  if (outline === undefined) return null;
  const connection = connectionName(name);
  return { connection, database: 'outlines', schema: connection, sql: outlineSql(connection, outline) };
}

/** Lower-case letters and digits, plus a suffix for names that differ only in other characters. */
function connectionName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return plain === name ? plain : `${plain.slice(0, 40)}_${digestOf(name).slice(0, 6)}`;
}
