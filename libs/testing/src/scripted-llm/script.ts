/** A chat request that the scripted server received. */
export interface LlmRequest {
  /** Header `x-querent-task`, or ''. */
  task: string;
  /** Header `x-querent-run`, or ''. */
  run: string;
  model: string;
  messages: { role: string; content: string }[];
  /** The contents of all messages, joined by line breaks. */
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed body. */
  body: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
}

/** The response to one request. Default: status 200 with an empty `text`. */
export interface ScriptedReply {
  /** Content of the assistant's message, or the error message when `status` is 400 or higher. */
  text?: string;
  /**
   * Delay before the first byte. To wait for an event instead, make `reply` a function that returns a promise.
   */
  delayMs?: number;
  /** HTTP status; default 200. */
  status?: number;
  /** Header `Retry-After`, in seconds. */
  retryAfterS?: number;
  /**
   * `body`: closes the socket after half of the body. `length`: sends half of the text with finish reason `length`.
   */
  cutOff?: 'body' | 'length';
  /** Sends half of the body, then nothing until the client disconnects. */
  stall?: boolean;
  /** Whether to send server-sent events. Default: the request's `stream`. */
  stream?: boolean;
  /** An invalid body, sent with the content type of JSON. True sends an HTML page. */
  garbage?: true | string;
  /** Sends null as the message's content. */
  empty?: boolean;
  /** Token counts in `usage`. Default: a quarter of the characters. Null omits `usage`. */
  tokens?: { prompt: number; completion: number } | null;
}

export interface ScriptStep {
  /** Conditions that a request must all meet. Default: every request matches. */
  match?: {
    task?: string;
    run?: string;
    /** A substring of the messages' contents, or a regular expression that matches in them. */
    text?: string | RegExp;
  };
  /** Number of requests that the step answers. Default: unlimited. */
  times?: number;
  reply: ScriptedReply | ((request: LlmRequest) => ScriptedReply | Promise<ScriptedReply>);
}

/** The steps of a script, with the remaining uses of each. */
export class Script {
  private readonly left: { step: ScriptStep; times: number }[];

  constructor(steps: readonly ScriptStep[]) {
    this.left = steps.map((step) => ({ step, times: step.times ?? Infinity }));
  }

  /** Returns the first matching step with uses left, and counts one use. Null when no step matches. */
  take(request: LlmRequest): ScriptStep | null {
    const entry = this.left.find(({ step, times }) => times > 0 && matches(step, request));
    if (entry === undefined) return null;
    entry.times -= 1;
    return entry.step;
  }
}

function matches({ match = {} }: ScriptStep, { task, run, text }: LlmRequest): boolean {
  if (match.task !== undefined && match.task !== task) return false;
  if (match.run !== undefined && match.run !== run) return false;
  if (match.text === undefined) return true;
  // `test` of a global regular expression continues at its `lastIndex`; `search` always starts at the beginning.
  return typeof match.text === 'string' ? text.includes(match.text) : text.search(match.text) >= 0;
}
