import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchemaSnapshot } from '@querent/contracts';
import { parseModelFile, resolveModel } from '@querent/model';
import { agentFilters, openCatalog, serves, type Agent, type Catalog } from './index';

const snapshot: SchemaSnapshot = {
  connection: 'shop',
  schema: 'public',
  takenAt: '2026-01-01T00:00:00.000Z',
  serverVersion: '16',
  hasPostgis: false,
  fingerprint: 'f',
  tables: [
    {
      name: 'customers',
      kind: 'table',
      comment: null,
      estimatedRows: 10,
      primaryKey: ['id'],
      uniqueKeys: [],
      foreignKeys: [],
      columns: [
        { name: 'id', type: 'integer', category: 'integer', nullable: false, comment: null },
        { name: 'type', type: 'text', category: 'text', nullable: true, comment: null },
        { name: 'born', type: 'text', category: 'text', nullable: true, comment: null },
        { name: 'active', type: 'boolean', category: 'boolean', nullable: true, comment: null },
        { name: 'secret', type: 'text', category: 'text', nullable: true, comment: null },
      ],
    },
  ],
};
const parsed = parseModelFile({
  tables: { customers: { columns: { secret: { role: 'hidden' } } } },
  filters: { kind: { column: 'customers.type', label: 'kind' } },
  terms: { big: { filter: "customers.type = 'VIP'" }, vague: { candidates: ['customers.type'] } },
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const { model } = resolveModel({ connection: 'shop', snapshot, file: parsed.file });

let dir: string;
let catalog: Catalog | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'querent-agents-'));
  await mkdir(join(dir, 'agents'));
});
afterEach(async () => {
  await catalog?.close();
  await rm(dir, { recursive: true, force: true });
});
const read = async (text: string): Promise<Catalog> => {
  await writeFile(join(dir, 'agents/desk.yaml'), text);
  catalog = await openCatalog(dir, { watch: false, credentials: {} });
  return catalog;
};
const agent = async (text: string): Promise<Agent> => {
  const read_ = await read(text);
  const found = read_.agent('desk', 'acme');
  if (found === undefined) throw new Error(JSON.stringify(read_.problems()));
  return found;
};

describe('an agent’s file', () => {
  it('defines filters, charts and the style of answers', async () => {
    const found = await agent(
      'filters: [{ column: customers.type, equals: VIP }]\nchart: { prefer: [bar], maxCategories: 5 }\nanswer: { style: full, maxSentences: 2, tone: kind }\n',
    );
    expect(found).toMatchObject({
      name: 'desk',
      chart: { prefer: ['bar'], maxCategories: 5 },
      answer: { style: 'full', maxSentences: 2, tone: 'kind' },
    });
  });

  it('changes its version with its text', async () => {
    const before = await agent('instructions: a\n');
    await writeFile(join(dir, 'agents/desk.yaml'), 'instructions: b\n');
    await catalog?.reload();
    expect(catalog?.agent('desk', 'acme')?.version).toMatch(/^[0-9a-f]{64}$/);
    expect(catalog?.agent('desk', 'acme')?.version).not.toBe(before.version);
  });

  it.each([
    ['filters: [{ equals: VIP }]', 'filters[0]', 'Names one of'],
    ['filters: [{ column: customers.type, term: big, equals: VIP }]', 'filters[0]', 'Names one of'],
    ['filters: [{ column: customers.type }]', 'filters[0]', 'Needs "equals" or "in".'],
    ['filters: [{ column: customers.type, equals: a, in: [b] }]', 'filters[0]', 'Needs "equals" or "in".'],
    ['filters: [{ term: big, equals: a }]', 'filters[0]', 'neither'],
    ['filters: [{ column: type, equals: a }]', 'filters[0].column', 'table.column'],
    ['filters: [{ colum: customers.type, equals: a }]', 'filters[0].colum', 'Did you mean "column"?'],
    ['filters: [{ column: customers.type, in: [] }]', 'filters[0].in', ''],
    ['filters: { column: customers.type }', 'filters', 'expected array'],
    ['chart: { prefer: [clarification] }', 'chart.prefer[0]', ''],
    ['chart: { preffer: [bar] }', 'chart.preffer', 'Did you mean "prefer"?'],
    ['chart: { maxCategories: 1 }', 'chart.maxCategories', ''],
    ['answer: { style: loud }', 'answer.style', ''],
    ['answer: { maxSentence: 3 }', 'answer.maxSentence', 'Did you mean "maxSentences"?'],
    ['rights: [admin]', 'rights', 'Unknown key'],
  ])('“%s” is a mistake at %s', async (text, path, message) => {
    const found = await read(`${text}\n`);
    expect(found.problems()).toContainEqual(
      expect.objectContaining({ file: 'agents/desk.yaml', path, message: expect.stringContaining(message) }),
    );
    expect(found.agent('desk', 'acme')).toBeUndefined();
  });
});

describe('an agent’s filters', () => {
  it.each([
    [
      '{ column: customers.type, equals: VIP }',
      { kind: 'compare', column: { table: 'customers', column: 'type' }, op: '=', value: 'VIP' },
    ],
    [
      '{ column: customers.type, in: [VIP] }',
      { kind: 'compare', column: { table: 'customers', column: 'type' }, op: '=', value: 'VIP' },
    ],
    [
      '{ filter: kind, in: [VIP, Normal] }',
      { kind: 'in', column: { table: 'customers', column: 'type' }, values: ['VIP', 'Normal'], negated: false },
    ],
    [
      '{ column: customers.born, equals: 2025 }',
      { kind: 'compare', column: { table: 'customers', column: 'born' }, op: '=', value: '2025' },
    ],
    [
      '{ column: customers.id, equals: "7" }',
      { kind: 'compare', column: { table: 'customers', column: 'id' }, op: '=', value: 7 },
    ],
    [
      '{ column: customers.active, equals: true }',
      { kind: 'compare', column: { table: 'customers', column: 'active' }, op: '=', value: true },
    ],
    ['{ term: big }', { kind: 'term', id: 'big', negated: false }],
  ])('%s is a condition of the model', async (text, condition) => {
    expect(agentFilters(await agent(`filters: [${text}]\n`), model)).toEqual({ ok: true, value: [condition] });
  });

  it.each([
    ['{ column: customers.secret, equals: a }', 'There is no column'],
    ['{ column: nowhere.type, equals: a }', 'There is no column'],
    ['{ column: customers.constructor, equals: a }', 'There is no column'],
    ['{ filter: kin, equals: a }', 'Did you mean "kind"?'],
    ['{ term: vague }', 'no fixed meaning'],
    ['{ term: bigg }', 'Did you mean "big"?'],
    ['{ column: customers.id, equals: seven }', 'do not fit'],
    ['{ column: customers.active, in: [true, 1] }', 'do not fit'],
  ])('%s makes the agent unusable there, and the problem says why', async (text, message) => {
    const checked = agentFilters(await agent(`filters: [{ column: customers.type, equals: VIP }, ${text}]\n`), model);
    expect(checked).toEqual({
      ok: false,
      problems: [{ file: 'agents/desk.yaml', path: 'filters[1]', message: expect.stringContaining(message) }],
    });
  });

  it('serve the connections that the file lists, or all', async () => {
    const everywhere = await agent('label: desk\n');
    expect([serves(everywhere, 'shop'), serves({ ...everywhere, connections: ['hr'] }, 'shop')]).toEqual([true, false]);
  });
});
