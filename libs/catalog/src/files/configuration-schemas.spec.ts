import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { configurationSchemas } from './configuration-schemas';

const demo = resolve(__dirname, '../../../../infra/demo/config');
const schemas = configurationSchemas();
type Kind = keyof typeof schemas;

/** Whether a value fits the JSON Schema, read back by a reader of JSON Schemas. */
const fits = (kind: Kind, value: unknown): boolean =>
  z.fromJSONSchema(JSON.parse(JSON.stringify(schemas[kind])) as never).safeParse(value).success;

const filesOf = (folder: string): [name: string, value: unknown][] =>
  readdirSync(join(demo, folder)).flatMap((name) => {
    const text = readFileSync(join(demo, folder, name), 'utf8');
    if (name.endsWith('.yaml')) return [[name, parse(text)]];
    return text
      .split('\n')
      .filter(Boolean)
      .map((line): [string, unknown] => [name, JSON.parse(line)]);
  });

describe('the JSON Schemas of the configuration', () => {
  it.each([
    ['connections', 'connection'],
    ['models', 'model'],
    ['samples', 'sample'],
    ['agents', 'agent'],
  ] as const)('accept all of the demo’s %s', (folder, kind) => {
    const files = filesOf(folder);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(([, value]) => !fits(kind, value)).map(([name]) => name)).toEqual([]);
  });

  const KEY = { name: 'a', sha256: 'a'.repeat(64), tenant: 't', scopes: ['query'] };

  it('accept keys and tenants', () => {
    expect([fits('keys', [KEY]), fits('tenants', [{ name: 't', weight: 2 }])]).toEqual([true, true]);
  });

  it.each<[what: string, kind: Kind, value: unknown]>([
    ['a misspelt key', 'connection', { url: 'postgres://db/x', lable: 'x' }],
    ['a connection without an address', 'connection', { label: 'x' }],
    ['a misspelt key of a metric', 'model', { metrics: { a: { expresion: 'count(t.*)' } } }],
    ['a role that is none', 'model', { tables: { t: { columns: { c: { role: 'hiden' } } } } }],
    ['an entity with one source', 'model', { entities: { e: { sources: ['a'], match: 'a.x = b.x', fields: {} } } }],
    ['a sample without SQL', 'sample', { question: 'q' }],
    ['a chart of a kind that is none', 'agent', { chart: { prefer: ['cake'] } }],
    ['a hash that is none', 'keys', [{ ...KEY, sha256: 'secret' }]],
    ['a scope that is none', 'keys', [{ ...KEY, scopes: ['all'] }]],
    ['a weight beyond its bounds', 'tenants', [{ name: 't', weight: 99 }]],
  ])('refuse %s', (_what, kind, value) => {
    expect(fits(kind, value)).toBe(false);
  });

  it('contain every key that an editor may suggest', () => {
    expect(Object.keys((schemas.model as { properties: object }).properties)).toEqual(
      expect.arrayContaining(['tables', 'joins', 'metrics', 'filters', 'terms', 'entities', 'timezone']),
    );
  });
});
