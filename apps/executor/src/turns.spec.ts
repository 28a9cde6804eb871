import { Turns } from './turns';

describe('turns', () => {
  /** Works that end when they are told to, in the order they began. */
  const workshop = (turns: Turns) => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const begin = (name: string, work: string): Promise<string> =>
      turns.take(name, () => {
        begun.push(work);
        return new Promise((resolve, reject) =>
          ends.set(work, () => (work.startsWith('bad') ? reject(new Error(work)) : resolve(work))),
        );
      });
    return { begun, begin, end: (work: string) => ends.get(work)?.() };
  };

  it('are taken by so many at once under each name, and handed on in order, also by who fails', async () => {
    const { begun, begin, end } = workshop(new Turns(2));
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
