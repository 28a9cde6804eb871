import { parseModelFile, type ModelFile } from '@querent/model';
import { hiddenParts } from './hidden-parts';

function fileOf(raw: object): ModelFile {
  const parsed = parseModelFile(raw);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.file;
}

describe('hiddenParts', () => {
  const tables = {
    users: { columns: { pin: { role: 'hidden' }, city: { role: 'dimension' } } },
    payroll: { hidden: true },
  };

  it.each<[string, object, string, string | null, boolean]>([
    ['hides a hidden table', { tables }, 'payroll', null, true],
    ['hides the columns of a hidden table', { tables }, 'payroll', 'wage', true],
    ['hides a hidden column', { tables }, 'users', 'pin', true],
    ['does not hide the table of a hidden column', { tables }, 'users', null, false],
    ['does not hide the other columns of its table', { tables }, 'users', 'city', false],
    ['does not hide unlisted parts by default', { tables }, 'orders', 'note', false],
    ['hides unlisted tables with `only: listed`', { only: 'listed', tables }, 'orders', null, true],
    ['hides unlisted columns with `only: listed`', { only: 'listed', tables }, 'users', 'note', true],
    ['does not hide listed columns with `only: listed`', { only: 'listed', tables }, 'users', 'city', false],
    ['does not hide names that every JavaScript object has', { tables }, 'constructor', 'toString', false],
  ])('%s', (_what, raw, table, column, hidden) => {
    expect(hiddenParts(fileOf(raw))(table, column)).toBe(hidden);
  });

  it('hides nothing without a file', () => {
    expect(hiddenParts(null)('payroll', 'wage')).toBe(false);
  });
});
