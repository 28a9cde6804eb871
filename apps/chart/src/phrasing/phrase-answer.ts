import {
  answerPrompt,
  echoesPrompt,
  LlmUnavailableError,
  PromptTooLongError,
  RunBudget,
  type ChatModels,
  type TenantTokenBudget,
} from '@querent/llm';
import type { Row, Run, RunData } from '@querent/contracts';
import { cellText } from '../reading/cell-text';
import type { ResultShape } from '../reading/result-shape';
import { unprovenClaim } from './claims/check-claims';
import { factsOf } from './facts';
import { unfounded } from './unfounded';

export interface PhraseDeps {
  models: Pick<ChatModels, 'general' | 'limits' | 'promptTokens' | 'answerTokens'>;
  /** Daily token budget of a tenant. */
  tenantBudget?: (tenant: string) => TenantTokenBudget;
  /** Timeout of the model's reply, ms; then the template is used. */
  patienceMs: number;
  /** Reports a short reason why the template is used, for the log; never the text. */
  onTemplate: (run: Run, why: string) => void;
}

/** Input of the phraser. */
export interface Wording {
  run: Run;
  shape: ResultShape;
  /** The agent's tone; null: none. */
  tone: string | null;
}

export interface Phrased {
  /** Null: the template is used. */
  text: string | null;
  /** Model usage of the run, this call included. */
  usage: RunData['usage'];
}

/** Limit of rows in the prompt. */
const MAX_ROWS = 50;
const MAX_CHARACTERS = 600;

/**
 * Words an answer with a language model; the call cannot lead to SQL. The text is used only if every number, date and
 * name in it occurs in the result or the question and the rows prove its claims; otherwise, or without a reply in time,
 * the template is used. Rejects with the signal's reason, or with an unexpected error.
 */
export function answerPhraser({
  models,
  tenantBudget,
  patienceMs,
  onTemplate,
}: PhraseDeps): (wording: Wording, signal: AbortSignal) => Promise<Phrased> {
  return async ({ run, shape, tone }, signal) => {
    const budget = new RunBudget(models.limits, run.data, tenantBudget?.(run.tenant));
    const patience = AbortSignal.timeout(patienceMs);
    const text = await reply().catch((error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof LlmUnavailableError || error instanceof PromptTooLongError || patience.aborted))
        throw error;
      onTemplate(run, error instanceof LlmUnavailableError ? error.why : patience.aborted ? 'patience' : 'too_long');
      return null;
    });
    return { text, usage: budget.usageAfter(run.data.usage) };

    async function reply(): Promise<string | null> {
      const rows = shape.rows.slice(0, MAX_ROWS);
      const { system, user } = answerPrompt(inputOf({ run, shape, tone }, rows), { maxTokens: models.promptTokens });
      const answer = await models.general.complete(
        { task: 'answer', runId: run.id, system, user, maxTokens: models.answerTokens },
        budget,
        AbortSignal.any([signal, patience]),
      );
      const worded = plain(answer.text);
      const objection = objectionTo(worded, { run, shape, tone }, rows);
      if (objection !== null) onTemplate(run, objection);
      return objection === null ? worded : null;
    }
  };
}

const askedOf = ({ data, request }: Run): string => data.restatedQuestion ?? request.question;

function inputOf({ run, shape, tone }: Wording, rows: readonly Row[]): Parameters<typeof answerPrompt>[0] {
  const { locale } = run.request;
  return {
    runId: run.id,
    locale,
    question: askedOf(run),
    rowCount: shape.rowCount,
    disclosures: run.data.disclosures,
    tone,
    columns: shape.columns.map(({ label, unit }) => ({ label, ...(unit === undefined ? {} : { unit }) })),
    rows: rows.map((row) => shape.columns.map((column) => cellText(row[column.index], column, locale))),
  };
}

/** Removes reasoning blocks and Markdown formatting. */
function plain(text: string): string {
  return text
    .replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, '')
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function objectionTo(text: string, { run, shape }: Wording, rows: readonly Row[]): string | null {
  if (text === '') return 'empty';
  if ([...text].length > MAX_CHARACTERS) return 'too_long';
  if (echoesPrompt(text) || /https?:|\bselect\b.+\bfrom\b/i.test(text)) return 'unsuited';
  const facts = factsOf(shape, rows, askedOf(run), run.data.refinedQuestion);
  if (unfounded(text, facts, run.request.today) !== null) return 'unfounded';
  const asked = `${askedOf(run)}\n${run.data.refinedQuestion ?? ''}`;
  const limited = (run.data.semanticQuery?.limit ?? null) !== null;
  return unprovenClaim(text, { shape, rows, asked, limited, today: run.request.today }) === null ? null : 'unproven';
}
