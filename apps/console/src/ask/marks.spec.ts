import { marksOf } from './marks';
import type { Preview } from './use-preview';

const preview = (part: Partial<Preview>): Preview => ({ kind: 'planned', text: '', parts: [], uncovered: [], ...part });

describe('the marks of a typed question', () => {
  it('are none for a question that is read', () => {
    const parts = [{ from: 0, to: 7, kind: 'metric' as const, label: 'revenue' }];
    expect(marksOf(preview({ parts }))).toEqual([]);
  });

  it('are the words that the clarification asks about, and the unknown ones, in their order', () => {
    const options = ['order amount', 'revenue'].map((label, id) => ({ id: String(id), label }));
    const marks = marksOf(
      preview({
        kind: 'ambiguous',
        parts: [
          { from: 8, to: 13, kind: 'metric', label: 'order amount / revenue' },
          { from: 17, to: 21, kind: 'dimension', label: 'city' },
        ],
        clarification: { trigger: 'ambiguous_metric', question: '', options, allowText: true },
        uncovered: [{ from: 0, to: 7, text: 'blurred' }],
      }),
    );
    expect(marks).toEqual([
      { from: 0, to: 7, kind: 'unknown' },
      { from: 8, to: 13, kind: 'asked' },
    ]);
  });

  it('do not overlap', () => {
    const options = [{ id: '1', label: 'VIP' }];
    const marks = marksOf(
      preview({
        parts: [{ from: 0, to: 3, kind: 'filter', label: 'VIP' }],
        clarification: { trigger: 'unknown_term', question: '', options, allowText: true },
        uncovered: [{ from: 0, to: 3, text: 'net' }],
      }),
    );
    expect(marks).toEqual([{ from: 0, to: 3, kind: 'unknown' }]);
  });
});
