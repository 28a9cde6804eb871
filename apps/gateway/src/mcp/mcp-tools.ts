import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { replyBodySchema, submitBodySchema } from '@querent/contracts';
import type { z } from 'zod';
import { feedbackBodySchema } from '../feedback/feedback-schemas';
import { giveFeedback } from '../feedback/give-feedback';
import { resultPage, shownResult } from '../results/shown-result';
import { cancelAskedRun, replyToRun } from '../runs/act-on-run';
import { ownRun } from '../runs/own-run';
import { parsed } from '../submit/parsed-body';
import { submitQuestion } from '../submit/submit-question';
import { traceparentOfRun } from '../tracing/traced-request';
import { awaitedRun, keepWanted } from './awaited-run';
import { continuedByForm, resultOrForm } from './elicited-reply';
import type { McpCall } from './mcp-call';
import * as schemas from './mcp-schemas';
import { runResult } from './run-results';
import { structured } from './tool-results';
import { shownConnection, shownConnections, shownVocabulary } from './vocabulary';

type ToolResult = CallToolResult | InputRequiredResult;

/** A tool with its handler. A handler may throw what a route may throw. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** It changes nothing. */
  isReadOnly: boolean;
  /** A second equal call changes nothing more. */
  isIdempotent: boolean;
  call(call: McpCall, input: unknown, context: ServerContext): Promise<ToolResult>;
}

/** Declares a tool whose handler gets its input as the schema parses it. */
const tool = <I extends z.ZodObject>(
  name: string,
  { input, call, isReadOnly = false, isIdempotent = isReadOnly, ...rest }: Declared<I>,
): McpTool => ({
  name,
  input,
  isReadOnly,
  isIdempotent,
  ...rest,
  call: (mcpCall, given, context) => call(mcpCall, given as z.infer<I>, context),
});

interface Declared<I extends z.ZodObject> {
  title: string;
  description: string;
  input: I;
  output: z.ZodObject;
  isReadOnly?: boolean;
  isIdempotent?: boolean;
  call(call: McpCall, input: z.infer<I>, context: ServerContext): Promise<ToolResult>;
}

/** Characters of the rows in one result; a model cannot use more, and the message is kept in memory. */
const ROWS_CHARS = 4 * 1024 * 1024;
/** Words in a result of describe_connection. */
const SHOWN_WORDS = 200;

export const mcpTools: readonly McpTool[] = [
  tool('list_connections', {
    title: 'List connections',
    description:
      'Lists the databases that may be asked, with example questions. The other tools need the `name` of one of them. Ask only those with the status `ready`; one that is `preparing` will be ready soon.',
    input: schemas.noInput,
    output: schemas.connectionsOutput,
    isReadOnly: true,
    call: async (call) => structured({ connections: await shownConnections(call) }),
  }),
  tool('describe_connection', {
    title: 'Describe a connection',
    description:
      'Returns the words that questions to a database may use, and example questions. Read it if you do not know which figures a database has, or if a question was not understood. It is not needed before each question.',
    input: schemas.connectionInput,
    output: schemas.connectionOutput,
    isReadOnly: true,
    async call(call, { connection }) {
      const shown = await shownConnection(call, connection);
      const vocabulary = await shownVocabulary(call, connection);
      const links: schemas.Link[] = [
        {
          rel: 'vocabulary',
          uri: `querent://connections/${encodeURIComponent(connection)}/vocabulary`,
          mime_type: 'application/json',
        },
      ];
      return structured(
        { ...shown, vocabulary: vocabulary.slice(0, SHOWN_WORDS), vocabulary_count: vocabulary.length, links },
        links,
      );
    },
  }),
  tool('ask', {
    title: 'Ask a question',
    description:
      'Asks a database one question in business words, not SQL, and returns the answer with its first 50 rows. With the status `needs_reply` the question is not answered yet: choose from the clarification with reply, and do not ask again. With `working`, call get_run with the `run_id`.',
    input: schemas.askInput,
    output: schemas.runOutput,
    async call(call, { conversation_id, max_rows, ...input }, context) {
      const continued = await continuedByForm(call, context);
      if (continued !== null) return continued;
      const submission = {
        caller: call.caller,
        body: parsed(submitBodySchema, { ...input, conversationId: conversation_id, maxRows: max_rows }),
        idempotencyKey: undefined,
        traceparent: traceparentOfRun(call.services.tracer, null, call.request),
      };
      const { run } = await call.services.submissions.counted(submitQuestion(call.submitting, submission));
      return resultOrForm(call, await awaitedRun(call, run, context));
    },
  }),
  tool('reply', {
    title: 'Reply to a clarification',
    description:
      'Answers the clarification of a run with the status `needs_reply`, with an option or with own words, and returns the run. The choice is the user’s: if the conversation does not show it, ask the user first. The run may need a further reply.',
    input: schemas.replyInput,
    output: schemas.runOutput,
    async call(call, { run_id, clarification_id, option_id, text }, context) {
      const continued = await continuedByForm(call, context);
      if (continued !== null) return continued;
      const run = await ownRun(call.services, call.caller, run_id);
      const body = parsed(replyBodySchema, {
        clarificationId: clarification_id,
        ...(option_id === undefined ? {} : { optionId: option_id }),
        ...(text === undefined ? {} : { text }),
      });
      const replied = await replyToRun(call.services, call.caller, run, body);
      return resultOrForm(call, await awaitedRun(call, replied, context));
    },
  }),
  tool('get_run', {
    title: 'Get a run',
    description: 'Returns a run. While it is working, waits for it first, so there is no need to pause between calls.',
    input: schemas.getRunInput,
    output: schemas.runOutput,
    isReadOnly: true,
    async call(call, { run_id, wait = true }, context) {
      const run = await ownRun(call.services, call.caller, run_id);
      if (!wait) await keepWanted(call, run);
      return runResult(call, wait ? await awaitedRun(call, run, context) : run);
    },
  }),
  tool('get_rows', {
    title: 'Get rows',
    description:
      'Returns a page of the rows of a run with the status `succeeded`, from the first row on. Needed only if `row_count` is larger than the number of rows that ask returned. If there is a `next_cursor`, there are more rows.',
    input: schemas.rowsInput,
    output: schemas.rowsOutput,
    isReadOnly: true,
    async call(call, { run_id, limit = 100, cursor }) {
      const run = await ownRun(call.services, call.caller, run_id);
      const result = await shownResult(call.services, call.caller, run);
      const page = await resultPage(call.services, result, { limit, cursor, maxChars: ROWS_CHARS });
      call.services.audit.rowsRead(run, call.caller, page.rows.length, 'mcp');
      return structured({
        run_id,
        columns: page.columns,
        rows: page.rows,
        row_count: page.rowCount,
        truncated: page.truncated,
        next_cursor: page.nextCursor ?? undefined,
      });
    },
  }),
  tool('cancel', {
    title: 'Cancel a run',
    description:
      'Cancels a run that is working or needs a reply, also in the database. A run that has ended does not change.',
    input: schemas.runInput,
    output: schemas.runOutput,
    isIdempotent: true,
    async call(call, { run_id }) {
      const run = await ownRun(call.services, call.caller, run_id);
      return runResult(call, await cancelAskedRun(call.services, call.caller, run));
    },
  }),
  tool('rate_answer', {
    title: 'Rate an answer',
    description:
      'Passes on the user’s rating of an answer. An answer rated `up` becomes an example for later questions, so never rate without the user’s judgement. A later rating replaces an earlier one.',
    input: schemas.rateInput,
    output: schemas.rateOutput,
    isIdempotent: true,
    async call(call, { run_id, ...body }) {
      const run = await ownRun(call.services, call.caller, run_id);
      const { rating, sample } = await giveFeedback(call.services, call.caller, run, parsed(feedbackBodySchema, body));
      return structured({ run_id, rating, sample });
    },
  }),
];
