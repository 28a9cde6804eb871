import type { Cell, Column } from '@querent/client';
import { cellText } from './cell-text';

const text = (cell: Cell | undefined, type: Column['type'], tag = 'en'): string =>
  cellText(cell, { key: 'c1', label: 'c', type }, tag);

it.each<[Cell | undefined, Column['type'], string]>([
  ['7563924.50', 'number', '7,563,924.50'],
  [1234567, 'integer', '1,234,567'],
  ['9007199254740993', 'integer', '9,007,199,254,740,993'],
  ['0.12345678901234567890', 'number', '0.12345678901234567890'],
  ['-12.5', 'number', '-12.5'],
  ['NaN', 'number', 'NaN'],
  [true, 'boolean', '✓'],
  [false, 'boolean', '✗'],
  [null, 'string', '—'],
  [undefined, 'string', '—'],
  ['<b>1</b>', 'string', '<b>1</b>'],
  ['2026-01-31', 'date', '2026-01-31'],
  [{ a: 1 }, 'json', '{"a":1}'],
])('%j of the type %s is written as %s', (cell, type, expected) => expect(text(cell, type)).toBe(expected));
