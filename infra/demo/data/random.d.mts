export interface Random {
  next(): number;
  between(low: number, high: number): number;
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  weighted<K extends string>(weights: Record<K, number>): K;
  weighing<K extends string>(weights: Record<K, number>): () => K;
  normal(mean: number, deviation: number): number;
}
export function createRandom(seed: string): Random;
