import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { askableConnections } from '../admin/connection-view';
import type { McpCall } from './mcp-call';
import { shownConnections } from './vocabulary';

/** Registers a prompt that asks any question and, if wanted, one for each example question of each connection. */
export async function addPrompts(server: McpServer, call: McpCall, hasExamples: boolean): Promise<void> {
  const names = askableConnections(call.services.catalog, call.caller).map(({ name }) => name);
  const argsSchema = z.object({
    connection: completable(z.string().describe('name of a connection'), (start) =>
      names.filter((name) => name.startsWith(start)),
    ),
    question: z.string().describe('a question in business words'),
  });
  server.registerPrompt(
    'ask',
    { title: 'Ask a database', description: 'Asks a question about a database', argsSchema },
    ({ connection, question }) => askWith(connection, question),
  );
  if (!hasExamples) return;
  for (const { name, label, examples } of await shownConnections(call))
    examples.forEach((question, at) => {
      const prompt = { title: question, description: `An example question for ${label}` };
      server.registerPrompt(`${name}-${at + 1}`, prompt, () => askWith(name, question));
    });
}

const askWith = (connection: string, question: string): GetPromptResult => ({
  messages: [
    {
      role: 'user',
      content: {
        type: 'text',
        text: `Use the tool "ask" with the connection ${JSON.stringify(connection)} to answer: ${question}`,
      },
    },
  ],
});
