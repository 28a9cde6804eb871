import type { LlmRequest, ScriptedReply } from '@querent/testing';
import { firstWords } from './uncovered-questions';

/** Replies of a server of a completion's shape, with that content. */
const saying = (text: string): ScriptedReply => ({ text });
const sound = JSON.stringify({
  kind: 'sql',
  sql: `SELECT count(*) AS n FROM users WHERE type = 'VIP' AND city = 'Lyon'`,
  question: null,
  options: null,
});

/** A way in which a model's server fails, and whether it is so much in trouble that it is to be left alone. */
export interface ModelFault {
  name: string;
  /** So many questions meet it. */
  runs: number;
  /** Responses in turn. Empty: nothing listens at the address. */
  replies: readonly ScriptedReply[];
  /** What the first request of each run is answered with: the fault comes in the midst of it. */
  first?: (request: LlmRequest) => ScriptedReply;
  opensBreaker: boolean;
  /** What the metrics call it, each at least once. */
  results: readonly string[];
}

/** How late a slow model replies, ms. A run that ends sooner has not waited for it. */
export const NEVER_MS = 60_000;

/** More than a reply is read of. */
const ENDLESS = `{"choices":[${'0,'.repeat(2_500_000)}0]}`;

/** Questions for a model in one of the main troubles; more with STORM_RUNS, 200 of each were asked once. */
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
  // As long as a run can wait, longer, much longer, and a header that says nothing.
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
      { ...saying(sound), cutOff: 'body' },
      { ...saying(sound), cutOff: 'length' },
    ],
    opensBreaker: false,
    results: ['cut_off'],
  },
  {
    name: 'wrong JSON',
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
      ].map(saying),
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
  // After a look that it asked for, or a statement that does not stand.
  {
    name: 'gone after its first words',
    runs: 80,
    first: firstWords,
    replies: [{ ...saying(sound), cutOff: 'length' }, { status: 401 }, { garbage: true }],
    opensBreaker: false,
    results: ['ok', 'cut_off', 'refused', 'malformed'],
  },
];

/** The replies of a server with that fault. */
export function repliesOf({ replies, first }: ModelFault): (request: LlmRequest) => ScriptedReply {
  const seen = new Set<string>();
  let n = 0;
  return (request) => {
    if (first === undefined || seen.has(request.run)) return replies[n++ % replies.length] ?? {};
    seen.add(request.run);
    return first(request);
  };
}
