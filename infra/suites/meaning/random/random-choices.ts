import { seededRandom } from '@querent/testing';

/** Random choices that depend only on the seed. */
export interface RandomChoices {
  /** True with this probability. */
  chance(probability: number): boolean;
  /** An integer from `least` to `most`, inclusive. */
  whole(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  /** At most `count` of the items, in random order. */
  some<T>(items: readonly T[], count: number): T[];
}

export function randomChoices(seed: number): RandomChoices {
  const random = seededRandom(seed);
  const whole = (least: number, most: number): number => least + Math.floor(random.next() * (most - least + 1));
  return {
    chance: (probability) => random.next() < probability,
    whole,
    pick(items) {
      const chosen = items[whole(0, items.length - 1)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
    some: (items, count) => random.shuffled(items).slice(0, count),
  };
}
