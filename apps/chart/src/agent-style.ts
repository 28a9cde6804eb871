import { agentFilters, type Agent } from '@querent/catalog';
import type { Filter } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { ResultChartType } from './drawing/chart-type';

/** Presentation settings of an agent: charts and wording of its answers. */
export interface AgentStyle {
  /** Chart types in order of preference; used if the shape of the result permits. */
  prefer: readonly ResultChartType[];
  /** Limit of drawn categories; null: as many as are legible. */
  maxCategories: number | null;
  /** Limit of sentences; qualifying sentences are never left out. Null: no limit. */
  maxSentences: number | null;
  /** Tone that a model writes in; null: neutral. */
  tone: string | null;
}

export const plainStyle: AgentStyle = { prefer: [], maxCategories: null, maxSentences: null, tone: null };

/** Limit of sentences of a concise answer. */
const conciseSentences = 1;

/** Style of an agent; the plain style if the run has no agent or the agent was deleted. */
export function styleOf(agent: Agent | undefined): AgentStyle {
  if (!agent) return plainStyle;
  const { chart, answer } = agent;
  return {
    prefer: chart?.prefer ?? [],
    maxCategories: chart?.maxCategories ?? null,
    maxSentences:
      answer?.style === 'concise'
        ? Math.min(conciseSentences, answer.maxSentences ?? conciseSentences)
        : (answer?.maxSentences ?? null),
    tone: answer?.tone ?? null,
  };
}

/** Default filters of an agent, which apply to every question to it. */
export function defaultsOf(agent: Agent | undefined, model: SemanticModel): Filter[] {
  const filters = agent ? agentFilters(agent, model) : null;
  return filters?.ok ? filters.value : [];
}
