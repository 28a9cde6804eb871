import { textTable } from './text-table.mjs';

describe('textTable', () => {
  it('aligns columns with Chinese text, and numbers to the right', () => {
    const lines = textTable(
      [
        { label: '景区', type: 'string' },
        { label: 'price', unit: '元', type: 'number' },
      ],
      [
        ['西湖', 5],
        ['Lake 湖', '120.50'],
      ],
    );
    expect(lines).toEqual(['景区     price (元)', '───────  ──────────', '西湖              5', 'Lake 湖      120.50']);
  });

  it('cuts long cells and replaces control characters', () => {
    const [, , first, second] = textTable(
      [{ label: 'a', type: 'string' }],
      [['长'.repeat(40)], ['\u001b[31mred\u0007\u202e']],
    );
    expect(first).toBe(`${'长'.repeat(17)}…`);
    expect(second).toBe('�[31mred��');
  });

  it('shows null as an empty cell and geometry as JSON', () => {
    const lines = textTable(
      [
        { label: 'a', type: 'string' },
        { label: 'b', type: 'geo' },
      ],
      [[null, { type: 'Point' }]],
    );
    expect(lines[2]).toBe('   {"type":"Point"}');
  });
});
