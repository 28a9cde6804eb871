import { existsSync, readdirSync } from 'node:fs';

/** Paths of all question sets of the demo: `infra/demo/<name>/questions.jsonl`. */
export function demoSets(repositoryRoot: string): string[] {
  const demo = `${repositoryRoot}/infra/demo`;
  return readdirSync(demo)
    .sort()
    .map((name) => `${demo}/${name}/questions.jsonl`)
    .filter((path) => existsSync(path));
}
