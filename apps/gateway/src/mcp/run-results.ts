import type { CallToolResult } from '@modelcontextprotocol/server';
import { isTerminal, type Run, type RunStatus, type RunView } from '@querent/contracts';
import { renderRun } from '../runs/own-run';
import { RUN_META } from './answer-view';
import type { McpCall } from './mcp-call';
import type { Link, RunOutput } from './mcp-schemas';
import { failed, structured } from './tool-results';

/** A run for its reader. */
interface ShownRun {
  /** Null: the run failed or expired. */
  output: RunOutput | null;
  result: CallToolResult;
}

/** A run for its reader: gated by `renderRun`, and audited if it has rows. */
export async function shownRun(call: McpCall, run: Run): Promise<ShownRun> {
  const { json, rows } = await renderRun(call.services, call.caller, run);
  if (rows !== null) call.services.audit.rowsRead(run, call.caller, rows, 'mcp');
  const view = JSON.parse(json) as RunView;
  const meta = call.mayShowView ? { _meta: { [RUN_META]: view } } : {};
  if ((view.status === 'failed' || view.status === 'expired') && view.error !== null) {
    const { code, message, actions } = view.error;
    return { output: null, result: { ...failed({ run_id: run.id, code, detail: message, actions }), ...meta } };
  }
  // A pause has the clarification as its answer, which a model would report; the options are no further questions.
  const answer = view.status === 'succeeded' ? view.answer : null;
  const output = runOutputOf({ ...view, answer });
  return { output, result: { ...structured(output, output.links), ...meta } };
}

/** The result of a tool that returns a run. */
export const runResult = async (call: McpCall, run: Run): Promise<CallToolResult> => (await shownRun(call, run)).result;

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
