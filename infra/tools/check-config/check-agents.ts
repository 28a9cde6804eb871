import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentFilters, parseYaml, problemAt, serves, type Agent, type Catalog, type Problem } from '@querent/catalog';
import type { SemanticModel } from '@querent/model';
import type { DatabaseCheck } from './check-databases';

/**
 * Checks agents' default filters against the models of the connections that they serve. An agent cannot be used on a
 * connection that its filters do not fit. That is a mistake if the agent's file names its connections, or if the
 * filters fit no connection. It is a warning if the agent serves every connection and fits at least one.
 */
export async function checkAgents(dir: string, catalog: Catalog, models: DatabaseCheck['models']): Promise<Problem[]> {
  const found = await Promise.all(
    catalog.agents().map((agent) =>
      checkAgent(
        dir,
        agent,
        models.filter(({ connection }) => serves(agent, connection)),
      ),
    ),
  );
  return found.flat();
}

async function checkAgent(dir: string, agent: Agent, models: DatabaseCheck['models']): Promise<Problem[]> {
  const checks = models.map(({ model }) => problemsOf(agent, model));
  const fitsOne = checks.some((problems) => problems.length === 0);
  const problems = checks.flat();
  const isWarning = agent.connections === undefined && fitsOne;
  const located = await withLines(dir, problems);
  return distinct(located).map((problem) => (isWarning ? { ...problem, severity: 'warning' } : problem));
}

function problemsOf(agent: Agent, model: SemanticModel): Problem[] {
  const filters = agentFilters(agent, model);
  return filters.ok ? [] : filters.problems;
}

async function withLines(dir: string, problems: readonly Problem[]): Promise<Problem[]> {
  const [first] = problems;
  if (first === undefined) return [];
  const document = parseYaml(first.file, await readFile(join(dir, first.file), 'utf8'));
  return problems.map((problem) => (document.ok ? problemAt(document.value, problem.path, problem.message) : problem));
}

const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];
