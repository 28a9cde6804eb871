/** A request as the scripted server read it. */
export interface LlmRequest {
  /** Header `x-querent-task`; '' without one. */
  task: string;
  /** Header `x-querent-run`; '' without one. */
  run: string;
  model: string;
  messages: { role: string; content: string }[];
  /** The contents of all messages, joined by line ends. */
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed body. */
  body: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
}

/** What the server does with a request. With nothing set: 200 and an empty `text`. */
export interface ScriptedReply {
  /** Content of the assistant's message; with a `status` of 400 and above the message of the error. */
  text?: string;
  /**
   * Waits so long before the first byte. To wait for an event instead, let `reply` be a function that returns a
   * promise.
   */
  delayMs?: number;
  /** HTTP status; default 200. */
  status?: number;
  /** Header `Retry-After`, in seconds. */
  retryAfterS?: number;
  /**
   * `body`: the socket is destroyed after half of the body; `length`: half of the text, with finish reason `length`.
   */
  cutOff?: 'body' | 'length';
  /** Sends half of the body, then nothing more, until the client goes. */
  stall?: boolean;
  /** Server-sent events; default: as the request asks. */
  stream?: boolean;
  /** A body that is no chat completion, sent as JSON: true for a page of HTML, else the text itself. */
  garbage?: true | string;
  /** No content at all (null). */
  empty?: boolean;
  /** Tokens in `usage`; default a quarter of the letters; null leaves `usage` out. */
  tokens?: { prompt: number; completion: number } | null;
}

export interface ScriptStep {
  /** All that is given must hold; default: every request. */
  match?: {
    task?: string;
    run?: string;
    /** A part of the messages' contents, or an expression that finds something in them. */
    text?: string | RegExp;
  };
  /** So many requests; default: any number. */
  times?: number;
  reply: ScriptedReply | ((request: LlmRequest) => ScriptedReply | Promise<ScriptedReply>);
}

/** The steps of a script with the times that each has left. */
export class Script {
  private readonly left: { step: ScriptStep; times: number }[];

  constructor(steps: readonly ScriptStep[]) {
    this.left = steps.map((step) => ({ step, times: step.times ?? Infinity }));
  }

  /** Takes one time of the first step that matches and has times left; null where none does. */
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
  // A global expression remembers where it was: `search` always begins anew.
  return typeof match.text === 'string' ? text.includes(match.text) : text.search(match.text) >= 0;
}
