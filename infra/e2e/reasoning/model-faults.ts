import type { ScriptedReply } from '@querent/testing';

/** Replies of a server of a completion's shape, with that content. */
const saying = (text: string): ScriptedReply => ({ text });
const sound = JSON.stringify({ kind: 'sql', sql: `SELECT count(*) AS n FROM users WHERE type = 'VIP' AND city = 'Lyon'`, question: null, options: null });

/** A way in which a model's server fails, and whether it is so much in trouble that it is to be left alone. */
export interface ModelFault {
  name: string;
  /** In turn; none: nobody listens at the address. */
  replies: readonly ScriptedReply[];
  opensBreaker: boolean;
}

export const modelFaults: readonly ModelFault[] = [
  { name: 'down', replies: [], opensBreaker: true },
  { name: 'slow', replies: [{ delayMs: 60_000 }, { text: 'SELECT 1', stall: true }], opensBreaker: true },
  { name: 'failing', replies: [{ status: 500 }, { status: 502, garbage: true }, { status: 503, retryAfterS: 1 }], opensBreaker: true },
  // As long as a run can wait, longer, much longer, and a header that says nothing.
  { name: 'too busy', replies: [{ status: 429, retryAfterS: 1 }, { status: 429, retryAfterS: 5 }, { status: 429, retryAfterS: 3_600 }, { status: 429 }], opensBreaker: false },
  { name: 'cut off', replies: [{ ...saying(sound), cutOff: 'body' }, { ...saying(sound), cutOff: 'length' }], opensBreaker: false },
  {
    name: 'wrong JSON',
    replies: [
      { garbage: true }, { garbage: '{"choices":[{"message":' }, { garbage: '{"choices":[]}' }, { garbage: '[]' }, { garbage: 'null' }, { garbage: '' }, { garbage: '{"choices":[{"message":{"role":"assistant","content":7}}]}' },
      { empty: true }, saying(''), saying('{"kind":"sql","sql":'), saying('{"kind":"sql","sql":null,"question":null,"options":null}'), saying('{"kind":"banana"}'), saying('[1, 2, 3]'), saying('null'), saying('{"kind":"clarification","question":"","options":[]}'), saying('{}'),
    ],
    opensBreaker: false,
  },
];
