import { z } from 'zod';
import { estimateTokens } from '../prompts/estimate-tokens';
import { CallFailure, type TokenUsage } from './call-failure';
import type { ChatRequest } from './chat-model';

export interface Completion {
  text: string;
  /** As counted by the server, or our estimate if it does not count. */
  usage: TokenUsage;
}

const count = z
  .int()
  .nonnegative()
  .nullish()
  .transform((tokens) => tokens ?? 0);

/** Some servers split the content into parts; only text parts are used. */
const contentPart = z.union([
  z.string(),
  z.object({ type: z.literal('text'), text: z.string() }).transform(({ text }) => text),
  z.unknown().transform(() => ''),
]);

/** The fields of a completion that are read. Untrusted, whatever the client's types promise. */
const completionSchema = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({
          content: z.union([z.string(), z.array(contentPart).transform((parts) => parts.join(''))]).catch(''),
          refusal: z.string().catch(''),
        }),
        finish_reason: z.unknown().optional(),
      }),
    ],
    z.unknown(),
  ),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullable().catch(null),
});

/** @throws CallFailure if the reply has no usable text */
export function readCompletion(reply: unknown, request: ChatRequest): Completion {
  const parsed = completionSchema.safeParse(reply);
  if (!parsed.success)
    throw new CallFailure('malformed', 'the reply of the model’s server is no chat completion', { status: 200 });
  const [{ message, finish_reason: finish }] = parsed.data.choices;
  const { content: text, refusal } = message;
  const usage = usageOf(parsed.data.usage) ?? {
    promptTokens: estimateTokens(request.system) + estimateTokens(request.user),
    completionTokens: estimateTokens(text),
  };
  if (refusal !== '' || finish === 'content_filter')
    throw new CallFailure('refused', 'the model declined to answer', { status: 200, usage });
  if (finish === 'length')
    throw new CallFailure('cut_off', 'the reply did not fit into its tokens', { status: 200, usage });
  if (text.trim() === '') throw new CallFailure('empty', 'the reply of the model is empty', { status: 200, usage });
  return { text, usage };
}

/** Counts of zero mean that the server does not count. */
function usageOf(counted: z.infer<typeof completionSchema>['usage']): TokenUsage | null {
  if (counted === null || counted.prompt_tokens + counted.completion_tokens === 0) return null;
  return { promptTokens: counted.prompt_tokens, completionTokens: counted.completion_tokens };
}
