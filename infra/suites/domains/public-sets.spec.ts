import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@querent/testing';
import { playOn } from './play-domain';
import { PLANNER } from './planner';
import { publicText, type PlayedPublic } from './public-report';
import { publicDomains, type PublicChoice } from './public-sets';

const CAFE = `CREATE TABLE drink (id int PRIMARY KEY, name text, price numeric);
  INSERT INTO drink VALUES (1, 'Tea', 2), (2, 'Mocha', 4);`;
const simple = { db_id: 'cafe', schema_file: 'cafe.sql', ordered: false, zh_literals_match: true };
const QUESTIONS = [
  { ...simple, id: 'a', tier: 1, question: 'How many drinks are there?', question_zh: '?', sql: 'SELECT 2' },
  { ...simple, id: 'b', tier: 2, question: 'average price of drinks', sql: 'SELECT 7' },
];
const open = { lang: 'en', kind: 'word', answerable: true };
const OPEN = [
  { ...open, id: 'c', question: 'How many drinks?', schema_or_db: 'cafe', ambiguous: false },
  { ...open, id: 'd', question: 'drinks', schema_or_db: 'bar', ambiguous: true },
  { ...open, id: 'e', question: 'drinks', schema_or_db: 'nowhere', ambiguous: true },
];
const OUTLINES = {
  bar: { tables: [{ name: 'drink', columns: [{ name: 'id' }, { name: 'name', samples: ['Gin'] }] }] },
};

describe('public question sets over databases without model files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'public-sets-'));
  const lines = (items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n');
  beforeAll(() => {
    mkdirSync(join(folder, 'schemas'));
    writeFileSync(join(folder, 'schemas/cafe.sql'), CAFE);
    writeFileSync(join(folder, 'planner_simple.jsonl'), lines(QUESTIONS));
    writeFileSync(join(folder, 'ambiguity.jsonl'), lines(OPEN));
    writeFileSync(join(folder, 'ambiguity_schemas.json'), JSON.stringify(OUTLINES));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const chosen = (choice: Partial<PublicChoice> = {}) =>
    publicDomains({ folder, databases: [], half: null, models: null, language: null, ...choice });

  it('public questions are grouped by database if a file has its schema', () => {
    const { domains, withoutSchema } = chosen();
    const asked = domains.map(({ set, name, questions }) => [set, name, questions.map(({ id }) => id).join(' ')]);
    expect(asked).toEqual([
      ['planner_simple', 'cafe', 'a a-zh b'],
      ['ambiguity', 'cafe', 'c'],
      ['ambiguity', 'bar', 'd'],
    ]);
    expect(withoutSchema).toBe(1);
  });

  it('the halves of the public questions share no database', () => {
    const names = (half: 0 | 1): string[] => chosen({ half }).domains.map(({ set, name }) => `${set} ${name}`);
    expect([...names(0), ...names(1)].sort()).toEqual(['ambiguity bar', 'ambiguity cafe', 'planner_simple cafe']);
  });

  it('the report of public questions has tiers and behaviours but no word of a question', async () => {
    const postgres = await startPostgres();
    const played: PlayedPublic[] = [];
    try {
      for (const { set, kinds, source, ...domain } of chosen({ language: 'en' }).domains) {
        const one = await playOn(source, () => domain, PLANNER, postgres);
        played.push({ set, kinds, played: one });
      }
    } finally {
      await postgres.stop();
    }
    const text = publicText(played);
    expect(text).toMatch(/^tier 1 +en +100\.0 1\/1/m);
    expect(text).toMatch(/^tier 2 +en +0\.0 0\/1 +0\.0 0\/1/m);
    expect(text).toMatch(/^all clear +en +0\.0 0\/1 +100\.0 1\/1/m);
    expect(text).toMatch(/^all ambiguous +en +100\.0 1\/1/m);
    expect(text).not.toContain('drink');
  }, 120_000);
});
