import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Locale } from '@querent/contracts';
import type { ProblemError } from '../problems/problem-error';
import type { Link } from './mcp-schemas';

/** A result as structured content, the same as text for clients that read text only, and its links. */
export function structured(output: object, links: readonly Link[] = []): CallToolResult {
  return {
    structuredContent: output,
    content: [
      { type: 'text', text: JSON.stringify(output) },
      ...links.map(({ rel, uri, mime_type }) => ({
        type: 'resource_link' as const,
        name: rel,
        uri,
        mimeType: mime_type,
      })),
    ],
  };
}

/** Reason why a call or a run failed, as the API describes it. */
interface Failure {
  code: string;
  detail: string;
  actions?: string[];
  errors?: { path: string; message: string }[];
  run_id?: string;
}

/** A failure as an error result. It has no structured content, because that would not fit the tool's output schema. */
export const failed = (failure: Failure): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(failure) }],
});

export function failedWith(problem: ProblemError, locale: Locale): CallToolResult {
  const { code, detail, actions, errors } = problem.body(locale);
  return failed({ code, detail, actions, errors });
}
