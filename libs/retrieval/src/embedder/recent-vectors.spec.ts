import { RecentVectors } from './recent-vectors';

const KILOBYTE = 1_024;
const vector = (numbers: number) => new Float32Array(numbers);

describe('recent vectors', () => {
  it('keeps as many as fit into the bytes, and evicts the least recently used', () => {
    const recent = new RecentVectors(10 * KILOBYTE);
    for (const text of ['a', 'b', 'c', 'd']) recent.set(text, vector(512));
    recent.get('a');
    recent.set('e', vector(512));
    expect(['a', 'b', 'c', 'd', 'e'].map((text) => recent.get(text) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    recent.set('wide', vector(2_048));
    expect(['a', 'c', 'd', 'e', 'wide'].map((text) => recent.get(text) !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('counts a repeated text once, and keeps no vector that is too large', () => {
    const recent = new RecentVectors(3 * KILOBYTE);
    for (let i = 0; i < 100; i++) recent.set('a', vector(512));
    expect(recent.get('a')).toBeDefined();
    recent.set('huge', vector(4_096));
    expect([recent.get('huge'), recent.get('a')]).toEqual([undefined, undefined]);
  });
});
