import { initParser } from '../parse/parser';
import { guardStatement } from './guard-statement';
import type { GuardCatalogue } from './guard-catalogue';

const catalogueOf = (hidden: boolean): GuardCatalogue => ({
  searchPath: ['public'],
  relations: [{ schema: 'public', name: 'orders', kind: 'table', hidden, columns: [{ name: 'id', type: 'integer' }] }],
});

describe('the cache of verdicts', () => {
  beforeAll(() => initParser());

  it('separates catalogues and options', async () => {
    const [open, closed] = [catalogueOf(false), catalogueOf(true)];
    const judged = async (catalogue: GuardCatalogue, options = {}) =>
      (await guardStatement('SELECT id, pg_sleep(0) FROM orders', catalogue, options)).ok;
    const granted = { grantedFunctions: ['pg_sleep'] };
    for (let again = 0; again < 2; again += 1) {
      expect(await judged(open)).toBe(false);
      expect(await judged(open, granted)).toBe(true);
      expect(await judged(open, { ...granted, limits: { maxLength: 5 } })).toBe(false);
      expect(await judged(closed, granted)).toBe(false);
    }
  });

  it('returns a separate verdict to each caller', async () => {
    const catalogue = catalogueOf(false);
    const ask = () => guardStatement('SELECT id FROM orders', catalogue);
    const first = await ask();
    if (first.ok) first.relations.push('public.other');
    expect(await ask()).toMatchObject({ ok: true, relations: ['public.orders'] });
  });

  it('answers correctly after more statements than it keeps', async () => {
    const catalogue = catalogueOf(false);
    const verdicts = async () =>
      Promise.all(Array.from({ length: 700 }, (_, i) => guardStatement(`SELECT id + ${i} FROM orders`, catalogue)));
    expect(await verdicts()).toEqual(await verdicts());
  });
});
