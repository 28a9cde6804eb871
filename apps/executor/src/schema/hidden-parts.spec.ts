import { parseModelFile, type ModelFile } from '@querent/model';
import { hiddenParts } from './hidden-parts';

function fileOf(raw: object): ModelFile {
  const parsed = parseModelFile(raw);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.file;
}

describe('what a model file hides', () => {
  const tables = {
    users: { columns: { pin: { role: 'hidden' }, city: { role: 'dimension' } } },
    payroll: { hidden: true },
  };

  it.each<[string, object, string, string | null, boolean]>([
    ['a hidden table', { tables }, 'payroll', null, true],
    ['its columns', { tables }, 'payroll', 'wage', true],
    ['a hidden column', { tables }, 'users', 'pin', true],
    ['not its table', { tables }, 'users', null, false],
    ['not the columns beside it', { tables }, 'users', 'city', false],
    ['not what it does not mention', { tables }, 'orders', 'note', false],
    ['what it does not mention, where only the listed counts', { only: 'listed', tables }, 'orders', null, true],
    ['columns that it does not mention then', { only: 'listed', tables }, 'users', 'note', true],
    ['not those that it does', { only: 'listed', tables }, 'users', 'city', false],
    ['not what is called like a part of every object', { tables }, 'constructor', 'toString', false],
  ])('is %s', (_what, raw, table, column, hidden) => {
    expect(hiddenParts(fileOf(raw))(table, column)).toBe(hidden);
  });

  it('is nothing without a file', () => {
    expect(hiddenParts(null)('payroll', 'wage')).toBe(false);
  });
});
