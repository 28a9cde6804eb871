import { agentFilters, type Agent } from '@querent/catalog';
import type { Filter } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { ResultChartType } from './drawing/chart-type';

/** How an agent wants its answers shown and said. */
export interface AgentStyle {
  /** Kinds of charts, the best first; used where the result's shape allows them. */
  prefer: readonly ResultChartType[];
  /** The most categories that are drawn; null: as many as can be read. */
  maxCategories: number | null;
  /** The most sentences that tell the answer; what qualifies it is never left out. Null: as many as it takes. */
  maxSentences: number | null;
  /** How a model is to word them; null: plainly. */
  tone: string | null;
}

export const plainStyle: AgentStyle = { prefer: [], maxCategories: null, maxSentences: null, tone: null };

/** A concise answer is told in one sentence. */
const conciseSentences = 1;

/** The style of the run's agent; plain where there is none (any more). */
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

/** The conditions that every question to an agent is read with. */
export function defaultsOf(agent: Agent | undefined, model: SemanticModel): Filter[] {
  const filters = agent ? agentFilters(agent, model) : null;
  return filters?.ok ? filters.value : [];
}
