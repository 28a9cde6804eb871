import type { Fetch, Run } from '@querent/client';

/** What a host answers to the call of a tool. */
export interface ToolResult {
  content?: readonly { type: string; text?: string | undefined }[] | undefined;
  structuredContent?: unknown;
  isError?: boolean | undefined;
  _meta?: Record<string, unknown> | undefined;
}

export type CallTool = (name: string, input: Record<string, unknown>) => Promise<ToolResult>;

/** The run that a result carries for views; null: it has none. */
export function runOf({ _meta: meta }: ToolResult): Run | null {
  const run = meta?.['querent/run'];
  return isRecord(run) && typeof run['id'] === 'string' && typeof run['status'] === 'string'
    ? (run as unknown as Run)
    : null;
}

/** The text of a result. A failure is JSON with `detail`, which is for the user. */
export function textOf({ content = [] }: ToolResult): string {
  const text = content.flatMap((block) => (block.type === 'text' && block.text ? [block.text] : [])).join('\n\n');
  const detail = record(text)['detail'];
  return typeof detail === 'string' ? detail : text;
}

/**
 * Answers the requests of the client by the tools of the MCP server, which the host calls. Routes without a tool are
 * not found; the components do without them.
 */
export function hostFetch(call: CallTool): Fetch {
  /** Asked and replied runs as they came, until they are read for the first time. */
  const fresh = new Map<string, Run>();
  const answered = async (name: string, input: Record<string, unknown>): Promise<Response> => {
    const result = await call(name, input);
    const run = runOf(result);
    if (run === null) return problem(result.isError ? 422 : 404, textOf(result));
    fresh.set(run.id, run);
    return json(run);
  };
  return async (url, { method = 'GET', body: sent }) => {
    const { pathname, searchParams } = new URL(url);
    const [, , collection, id = '', action = ''] = pathname.split('/').map(decodeURIComponent);
    const body = typeof sent === 'string' ? record(sent) : {};
    if (collection !== 'queries') return problem(404, '');
    switch (`${method} ${id === '' ? '' : ':id'} ${action}`.trim()) {
      case 'POST':
        return answered('ask', asked(body));
      case 'GET :id': {
        const known = fresh.get(id);
        fresh.delete(id);
        return known ? json(known) : answered('get_run', { run_id: id, wait: false });
      }
      case 'POST :id clarification': {
        const { clarificationId, optionId, text } = body;
        const input = { run_id: id, clarification_id: clarificationId, option_id: optionId, text };
        return answered('reply', defined(input));
      }
      case 'POST :id cancel':
        return answered('cancel', { run_id: id });
      case 'POST :id feedback':
        return rated(await call('rate_answer', { run_id: id, ...body }));
      case 'GET :id result':
        return rows(await call('get_rows', defined({ run_id: id, limit: 200, cursor: searchParams.get('cursor') })));
      default:
        return problem(404, '');
    }
  };
}

const asked = ({ question, connection, locale, conversationId }: Record<string, unknown>): Record<string, unknown> =>
  defined({ question, connection, locale, conversation_id: conversationId });

function rated(result: ToolResult): Response {
  const { rating } = isRecord(result.structuredContent) ? result.structuredContent : {};
  return result.isError || typeof rating !== 'string' ? problem(422, textOf(result)) : json({ rating });
}

function rows(result: ToolResult): Response {
  const page = result.structuredContent;
  if (result.isError || !isRecord(page)) return problem(422, textOf(result));
  const { columns, rows: read, row_count, truncated, next_cursor = null } = page;
  return json({ columns, rows: read, rowCount: row_count, truncated, nextCursor: next_cursor });
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const problem = (status: number, detail: string): Response => json(detail === '' ? {} : { detail }, status);

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

function record(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
