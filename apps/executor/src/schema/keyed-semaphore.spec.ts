import { KeyedSemaphore } from './keyed-semaphore';

describe('KeyedSemaphore', () => {
  /** Tasks that end when the test ends them; `begun` lists them in the order of their starts. */
  const workshop = (semaphore: KeyedSemaphore) => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const begin = (name: string, work: string): Promise<string> =>
      semaphore.run(name, () => {
        begun.push(work);
        return new Promise((resolve, reject) =>
          ends.set(work, () => (work.startsWith('bad') ? reject(new Error(work)) : resolve(work))),
        );
      });
    return { begun, begin, end: (work: string) => ends.get(work)?.() };
  };

  it('runs at most two tasks of each key, and passes a slot on in order of arrival even after a failure', async () => {
    const { begun, begin, end } = workshop(new KeyedSemaphore(2));
    const works = [begin('a', 'a1'), begin('a', 'bad2'), begin('a', 'a3'), begin('a', 'a4'), begin('b', 'b1')];
    works.forEach((work) => void work.catch(() => undefined));
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'bad2', 'b1']);
    end('bad2');
    await expect(works[1]).rejects.toThrow('bad2');
    expect(begun).toEqual(['a1', 'bad2', 'b1', 'a3']);
    end('a1');
    expect(await works[0]).toBe('a1');
    end('a3');
    await works[2];
    end('a4');
    expect([await works[3], begun.at(-1)]).toEqual(['a4', 'a4']);
  });
});
