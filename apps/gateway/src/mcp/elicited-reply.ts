import {
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { replyBodySchema, type Locale, type Run } from '@querent/contracts';
import { replyToRun } from '../runs/act-on-run';
import { ownRun } from '../runs/own-run';
import { parsed } from '../submit/parsed-body';
import { awaitedRun } from './awaited-run';
import type { McpCall } from './mcp-call';
import type { RunOutput } from './mcp-schemas';
import type { PauseState } from './pause-states';
import { runResult, shownRun } from './run-results';

/** Key of the form in a request for input. */
const FORM = 'reply';

const TITLES: Record<Locale, { option: string; text: string }> = {
  zh: { option: '选项', text: '用自己的话回答' },
  en: { option: 'Choice', text: 'Answer in your own words' },
};

type ToolResult = CallToolResult | InputRequiredResult;

/** The result of a tool that continues a run: a pause is asked about in a form if the client can show one. */
export async function resultOrForm(call: McpCall, run: Run): Promise<ToolResult> {
  const { output, result } = await shownRun(call, run);
  const clarification = output?.clarification;
  if (clarification === undefined || !call.mayElicit) return result;
  const state: PauseState = { run: run.id, clarification: clarification.id };
  return inputRequired({
    inputRequests: { [FORM]: inputRequired.elicit(formOf(clarification, run.request.locale)) },
    requestState: await call.states.sign(call.caller, state, { expiresAt: clarification.expires_at }),
  });
}

/**
 * The result of a call that returns a filled-in form; null if this is a first call. If the form was declined, the run
 * stays paused. The SDK has verified the state.
 */
export async function continuedByForm(call: McpCall, context: ServerContext): Promise<ToolResult | null> {
  const state = context.mcpReq.requestState<PauseState>();
  if (state === undefined) return null;
  const run = await ownRun(call.services, call.caller, state.run);
  const response = inputResponse(context.mcpReq.inputResponses, FORM);
  if (response.kind !== 'elicit' || response.action !== 'accept') return runResult(call, run);
  const { option, text } = response.content ?? {};
  const isInOwnWords = typeof text === 'string' && text.trim() !== '';
  const body = parsed(replyBodySchema, {
    clarificationId: state.clarification,
    ...(isInOwnWords ? { text } : { optionId: option }),
  });
  const replied = await replyToRun(call.services, call.caller, run, body);
  return resultOrForm(call, await awaitedRun(call, replied, context));
}

/** A form in the restricted JSON Schema of elicitations: one choice, a text, or both. */
function formOf({ question, options, allow_text }: NonNullable<RunOutput['clarification']>, locale: Locale) {
  const titles = TITLES[locale];
  const oneOf = options.map(({ id, label, description }) => ({
    const: id,
    title: description === undefined ? label : `${label}: ${description}`,
  }));
  return {
    message: question,
    requestedSchema: {
      type: 'object' as const,
      properties: {
        ...(oneOf.length === 0 ? {} : { option: { type: 'string' as const, title: titles.option, oneOf } }),
        ...(allow_text ? { text: { type: 'string' as const, title: titles.text, maxLength: 2_000 } } : {}),
      },
      required: allow_text ? [] : ['option'],
    },
  };
}
