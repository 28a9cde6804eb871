import { readFile } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/server';

/**
 * The view of an answer, for hosts that show views in a conversation: MCP Apps, revision 2026-01-26
 * (https://github.com/modelcontextprotocol/ext-apps). A view is an HTML document that talks to its host alone.
 */

/** Name of the extension among the capabilities of a client. */
const EXTENSION = 'io.modelcontextprotocol/ui';
const MIME_TYPE = 'text/html;profile=mcp-app';
const VIEW_URI = 'ui://querent/answer';

/** Member of a result's `_meta` with the whole run, which hosts pass on to the view, and not to the model. */
export const RUN_META = 'querent/run';

/** The `_meta` of a tool whose results the view shows. Hosts of earlier revisions read the second member. */
export const viewOfTool = { ui: { resourceUri: VIEW_URI }, 'ui/resourceUri': VIEW_URI };

/**
 * Registers the document of the view.
 * @param file of the built view
 */
export function addAnswerView(server: McpServer, file: string): void {
  const description = 'The answer of a question as chart and table, with its clarification and further questions';
  // The document is complete: it asks for no address to be opened.
  const _meta = { ui: { prefersBorder: true } };
  server.registerResource('answer', VIEW_URI, { mimeType: MIME_TYPE, description, _meta }, async () => ({
    contents: [{ uri: VIEW_URI, mimeType: MIME_TYPE, text: await readFile(file, 'utf8'), _meta }],
  }));
}

/** Whether a client shows views. */
export function declaresViews({ server }: McpServer): boolean {
  return server.getClientCapabilities()?.extensions?.[EXTENSION] !== undefined;
}
