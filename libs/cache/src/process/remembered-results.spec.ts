import { RememberedResults } from './remembered-results';

describe('remembered results', () => {
  const [one, other] = [{}, {}];
  let computed: string[];
  const ask = (results: RememberedResults<unknown>, over: object, inputs: unknown, result: unknown = null): unknown =>
    results.of(over, inputs, () => {
      computed.push(JSON.stringify(inputs));
      return result;
    });
  beforeEach(() => (computed = []));

  it('computes once for the same object and equal inputs, also where the result is null', () => {
    const results = new RememberedResults<unknown>(9);
    const first = ask(results, one, ['a', { b: 1 }], { x: [1] });
    expect(ask(results, one, ['a', { b: 1 }], { x: [2] })).toBe(first);
    expect([ask(results, one, 'none'), ask(results, one, 'none')]).toEqual([null, null]);
    expect(computed).toEqual(['["a",{"b":1}]', '"none"']);
  });

  it('computes again for another object, even an equal one, and for other inputs', () => {
    const results = new RememberedResults<unknown>(9);
    for (const [over, inputs] of [
      [one, ['a']],
      [other, ['a']],
      [one, ['a', null]],
      [one, 'a'],
    ] as const)
      ask(results, over, inputs);
    expect(computed).toHaveLength(4);
  });

  it('evicts the least recently used result', () => {
    const results = new RememberedResults<unknown>(2);
    for (const inputs of ['a', 'b', 'a', 'c', 'a', 'b']) ask(results, one, inputs);
    expect(computed).toEqual(['"a"', '"b"', '"c"', '"b"']);
  });

  it('returns frozen results, so that no caller can change them for another', () => {
    const result = ask(new RememberedResults<unknown>(1), one, 'a', { list: [{ deep: 1 }] }) as {
      list: { deep: number }[];
    };
    expect(() => result.list.push({ deep: 2 })).toThrow(TypeError);
    expect(() => void ((result.list[0] as { deep: number }).deep = 2)).toThrow(TypeError);
  });
});
