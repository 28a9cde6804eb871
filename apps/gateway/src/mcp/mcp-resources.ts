import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { Run } from '@querent/contracts';
import { askableConnections } from '../admin/connection-view';
import { chartOf } from '../drawing/chart-drawings';
import { drawChart } from '../drawing/draw-chart';
import { ProblemError } from '../problems/problem-error';
import { problemOf } from '../problems/problem-filter';
import { demandOpenData } from '../results/may-still-read';
import { resultPage, shownResult } from '../results/shown-result';
import { wholeResult } from '../results/whole-result';
import { ownRun, shownOption } from '../runs/own-run';
import type { McpCall } from './mcp-call';
import { shownConnection, shownVocabulary } from './vocabulary';

/** Characters of a resource; the whole result is streamed by GET /v1/queries/{id}/result. */
const RESOURCE_CHARS = 4 * 1024 * 1024;
const PAGE_ROWS = 1_000;

interface Text {
  text: string;
  /** The end of the result was left out. */
  isCut?: boolean;
}

/** Registers the resources that results link to. */
export function addResources(server: McpServer, call: McpCall): void {
  const ofRuns: [name: string, suffix: string, mimeType: string, description: string, read: ReadRun][] = [
    ['rows', 'rows', 'application/json', 'The first rows of a result', readRows],
    ['csv', 'rows.csv', 'text/csv', 'The rows of a result as CSV', readCsv],
    ['chart', 'chart.svg', 'image/svg+xml', 'The chart of a result as SVG', readChart],
  ];
  for (const [name, suffix, mimeType, description, read] of ofRuns) {
    const template = new ResourceTemplate(`querent://runs/{run_id}/${suffix}`, { list: undefined });
    server.registerResource(name, template, { mimeType, description }, (uri, { run_id }) =>
      contents(call, uri, mimeType, async () => {
        const run = await ownRun(call.services, call.caller, String(run_id));
        return read(call, run);
      }),
    );
  }
  const mimeType = 'application/json';
  const names = (): string[] => askableConnections(call.services.catalog, call.caller).map(({ name }) => name);
  server.registerResource(
    'vocabulary',
    new ResourceTemplate('querent://connections/{connection}/vocabulary', {
      list: () => ({
        resources: names().map((name) => ({
          uri: `querent://connections/${encodeURIComponent(name)}/vocabulary`,
          name,
          mimeType,
        })),
      }),
      complete: { connection: (start) => names().filter((name) => name.startsWith(start)) },
    }),
    { mimeType, description: 'The words that questions to a connection may use, and example questions' },
    (uri, { connection }) =>
      contents(call, uri, mimeType, async () => {
        const name = decodeURIComponent(String(connection));
        const shown = await shownConnection(call, name);
        return { text: JSON.stringify({ ...shown, vocabulary: await shownVocabulary(call, name) }) };
      }),
  );
}

type ReadRun = (call: McpCall, run: Run) => Promise<Text>;

async function readRows(call: McpCall, run: Run): Promise<Text> {
  const result = await shownResult(call.services, call.caller, run);
  const page = await resultPage(call.services, result, { limit: PAGE_ROWS, maxChars: RESOURCE_CHARS });
  call.services.audit.rowsRead(run, call.caller, page.rows.length, 'mcp');
  return { text: JSON.stringify(page), isCut: page.nextCursor !== null };
}

async function readCsv({ services, caller, key }: McpCall, run: Run): Promise<Text> {
  const shown = await shownResult(services, caller, run);
  services.audit.rowsRead(run, caller, shown.ref.rowCount, 'mcp');
  const rights = {
    demand: async (): Promise<void> => {
      key.demand();
      await demandOpenData(services, caller, run);
    },
  };
  const csv = { ...shown, type: 'text/csv', timeZone: run.request.timezone, bom: false, raw: false } as const;
  let text = '';
  for await (const part of await wholeResult(services.results, csv, rights)) {
    if (text !== '' && text.length + String(part).length > RESOURCE_CHARS) return { text, isCut: true };
    text += String(part);
  }
  return { text };
}

async function readChart({ services, caller }: McpCall, run: Run): Promise<Text> {
  const { chart } = run.data;
  if (chart === null) throw new ProblemError('not_found');
  await demandOpenData(services, caller, run);
  const svg = await drawChart(services, run, chartOf(await shownOption(services, caller, run, chart)));
  return { text: svg.toString('utf8') };
}

/** Reads a resource. Problems become errors of the protocol, in the caller's language. */
async function contents(
  call: McpCall,
  uri: URL,
  mimeType: string,
  read: () => Promise<Text>,
): Promise<ReadResourceResult> {
  try {
    const { text, isCut = false } = await read();
    return { contents: [{ uri: uri.href, mimeType, text, ...(isCut ? { _meta: { truncated: true } } : {}) }] };
  } catch (error) {
    const problem = problemOf(error);
    call.reportProblem(problem, error);
    if (problem.status === 404) throw new ResourceNotFoundError(uri.href);
    const { code, detail, actions } = problem.body(call.locale);
    throw new ProtocolError(
      problem.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
      detail,
      { code, actions },
    );
  }
}
