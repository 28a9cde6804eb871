import { existsSync, readdirSync } from 'node:fs';

/** Every set of questions that the demo ships with: `infra/demo/<name>/questions.jsonl`. */
export function demoSets(repositoryRoot: string): string[] {
  const demo = `${repositoryRoot}/infra/demo`;
  return readdirSync(demo)
    .sort()
    .map((name) => `${demo}/${name}/questions.jsonl`)
    .filter((path) => existsSync(path));
}
