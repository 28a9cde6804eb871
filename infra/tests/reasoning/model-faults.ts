import type { LlmRequest, ScriptedReply } from '@querent/testing';
import { firstReply } from './uncovered-questions';

/** A well-formed completion with this content. */
const completion = (text: string): ScriptedReply => ({ text });
const sound = JSON.stringify({
  kind: 'sql',
  sql: `SELECT count(*) AS n FROM users WHERE type = 'VIP' AND city = 'Lyon'`,
  question: null,
  options: null,
});

/** A fault of a model's server. Some faults open the circuit breaker. */
export interface ModelFault {
  /** Completes “a model that is …”. */
  name: string;
  /** Number of questions that are asked during the fault. */
  runs: number;
  /** Responses, repeated cyclically. Empty: no server listens at the address. */
  replies: readonly ScriptedReply[];
  /** Sound reply to the first request of each run, if the fault affects only later requests. */
  first?: (request: LlmRequest) => ScriptedReply;
  opensBreaker: boolean;
  /** Values of the metrics' label `result`, each of which must be counted at least once. */
  results: readonly string[];
}

/** Delay of a slow model's reply, ms. A run that ends sooner has not waited for it. */
export const NEVER_MS = 60_000;

/** Longer than the product's limit for a reply. */
const ENDLESS = `{"choices":[${'0,'.repeat(2_500_000)}0]}`;

/** Number of questions for each of the main faults. STORM_RUNS asks more; the product was measured with 200. */
const STORM_RUNS = Number(process.env['STORM_RUNS'] ?? 40);

export const modelFaults: readonly ModelFault[] = [
  { name: 'down', runs: STORM_RUNS, replies: [], opensBreaker: true, results: ['unreachable', 'breaker_open'] },
  {
    name: 'slow',
    runs: STORM_RUNS,
    replies: [{ delayMs: NEVER_MS }, { text: 'SELECT 1', stall: true }],
    opensBreaker: true,
    results: ['timeout', 'breaker_open'],
  },
  {
    name: 'failing',
    runs: 80,
    replies: [{ status: 500 }, { status: 502, garbage: true }, { status: 503, retryAfterS: 1 }],
    opensBreaker: true,
    results: ['server_error', 'breaker_open'],
  },
  // Retry-After within the waiting time of a run, longer, much longer, and without the header.
  {
    name: 'too busy',
    runs: STORM_RUNS,
    replies: [
      { status: 429, retryAfterS: 1 },
      { status: 429, retryAfterS: 5 },
      { status: 429, retryAfterS: 3_600 },
      { status: 429 },
    ],
    opensBreaker: false,
    results: ['rate_limited'],
  },
  {
    name: 'cut off',
    runs: STORM_RUNS,
    replies: [
      { ...completion(sound), cutOff: 'body' },
      { ...completion(sound), cutOff: 'length' },
    ],
    opensBreaker: false,
    results: ['cut_off'],
  },
  {
    name: 'replying with wrong JSON',
    runs: STORM_RUNS,
    replies: [
      { garbage: true },
      { garbage: '{"choices":[{"message":' },
      { garbage: '{"choices":[]}' },
      { garbage: '[]' },
      { garbage: 'null' },
      { garbage: '' },
      { garbage: '{"choices":[{"message":{"role":"assistant","content":7}}]}' },
      { empty: true },
      ...[
        '',
        '{"kind":"sql","sql":',
        '{"kind":"sql","sql":null,"question":null,"options":null}',
        '{"kind":"banana"}',
        '[1, 2, 3]',
        'null',
        '{"kind":"clarification","question":"","options":[]}',
        '{}',
        '\u0000\ud800',
      ].map(completion),
    ],
    opensBreaker: false,
    results: ['malformed', 'empty', 'ok'],
  },
  {
    name: 'refusing',
    runs: 80,
    replies: [
      { status: 400, text: 'your prompt is bad: SELECT full_name FROM users' },
      { status: 401 },
      { status: 404, garbage: true },
      { status: 302 },
      { garbage: ENDLESS },
    ],
    opensBreaker: false,
    results: ['refused', 'malformed'],
  },
  // Fails after it has asked for an exploration, or has written a statement that needs a repair.
  {
    name: 'failing after its first reply',
    runs: 80,
    first: firstReply,
    replies: [{ ...completion(sound), cutOff: 'length' }, { status: 401 }, { garbage: true }],
    opensBreaker: false,
    results: ['ok', 'cut_off', 'refused', 'malformed'],
  },
];

/** Returns the script of a server with this fault. */
export function repliesOf({ replies, first }: ModelFault): (request: LlmRequest) => ScriptedReply {
  const started = new Set<string>();
  let n = 0;
  return (request) => {
    if (first === undefined || started.has(request.run)) return replies[n++ % replies.length] ?? {};
    started.add(request.run);
    return first(request);
  };
}
