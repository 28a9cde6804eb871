import type { CallToolResult } from '@modelcontextprotocol/server';
import { isTerminal, type Run, type RunStatus, type RunView } from '@querent/contracts';
import { renderRun } from '../runs/own-run';
import type { McpCall } from './mcp-call';
import type { Link, RunOutput } from './mcp-schemas';
import { failed, structured } from './tool-results';

/** A run for its reader: gated by `renderRun`, and audited if it has rows. */
export async function shownRun(call: McpCall, run: Run): Promise<RunOutput | CallToolResult> {
  const { json, rows } = await renderRun(call.services, call.caller, run);
  if (rows !== null) call.services.audit.rowsRead(run, call.caller, rows, 'mcp');
  const view = JSON.parse(json) as RunView;
  if ((view.status === 'failed' || view.status === 'expired') && view.error !== null)
    return failed({ run_id: run.id, code: view.error.code, detail: view.error.message, actions: view.error.actions });
  // A pause has the clarification as its answer, which a model would report; the options are no further questions.
  const answer = view.status === 'succeeded' ? view.answer : null;
  return runOutputOf({ ...view, answer });
}

/** The result of a tool that returns a run. */
export async function runResult(call: McpCall, run: Run): Promise<CallToolResult> {
  const shown = await shownRun(call, run);
  return isOutput(shown) ? structured(shown, shown.links) : shown;
}

export const isOutput = (shown: RunOutput | CallToolResult): shown is RunOutput => 'run_id' in shown;

function runOutputOf(view: RunView): RunOutput {
  const { result, clarification, answer } = view;
  return {
    run_id: view.id,
    status: statusOf(view.status),
    question: view.question,
    understood_as: view.refinedQuestion ?? undefined,
    answer: answer?.text,
    columns: result?.columns,
    rows: result?.rows,
    row_count: result?.rowCount,
    truncated: result?.truncated,
    assumptions: answer?.assumptions ?? [],
    clarification: clarification === null ? undefined : clarificationOf(clarification),
    follow_ups: answer?.suggestions ?? [],
    chart: view.chart === null ? undefined : answer?.chartType,
    links: linksOf(view),
    sql: view.sql ?? undefined,
  };
}

function statusOf(status: RunStatus): RunOutput['status'] {
  if (status === 'awaiting_clarification') return 'needs_reply';
  return isTerminal(status) ? (status as RunOutput['status']) : 'working';
}

const clarificationOf = ({
  id,
  question,
  options,
  allowText,
  expiresAt,
}: NonNullable<RunView['clarification']>): RunOutput['clarification'] => ({
  id,
  question,
  options,
  allow_text: allowText,
  expires_at: expiresAt,
});

function linksOf({ id, result, chart }: RunView): Link[] {
  const at = `querent://runs/${id}`;
  return [
    ...(result === null
      ? []
      : [
          { rel: 'rows' as const, uri: `${at}/rows`, mime_type: 'application/json' },
          { rel: 'csv' as const, uri: `${at}/rows.csv`, mime_type: 'text/csv' },
        ]),
    ...(chart === null ? [] : [{ rel: 'chart' as const, uri: `${at}/chart.svg`, mime_type: 'image/svg+xml' }]),
  ];
}
