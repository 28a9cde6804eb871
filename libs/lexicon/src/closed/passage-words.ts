import type { Operator, PlainWord } from '../unit';

const THROUGH = [
  'run',
  'runs',
  'ran',
  'running',
  'flow',
  'flows',
  'flowed',
  'flowing',
  'pass',
  'passes',
  'passed',
  'passing',
]
  .concat([
    'go',
    'goes',
    'went',
    'going',
    'travel',
    'travels',
    'wind',
    'winds',
    'winding',
    'stretch',
    'stretches',
    'extend',
    'extends',
  ])
  .map((verb) => `${verb} through`);
/** Verbs that only express that one thing is within another. */
const PASSING = {
  en: [...THROUGH, 'traverse', 'traverses', 'traversed', 'traversing'],
  zh: [
    '流经',
    '流过',
    '穿过',
    '穿越',
    '途经',
    '贯穿',
    '横穿',
    '经过',
    '流经了',
    '流过了',
    '穿过了',
    '穿越了',
    '途经了',
    '经过了',
  ],
};
/** At the end of a question the verb is separated from "through", which is at its beginning. */
const STRANDED = ['flow', 'flows', 'run', 'runs', 'pass', 'passes', 'travel', 'travels'];

const BEING = ['', 'is ', 'are ', 'was ', 'were '];
const LYING = [
  ...['located', 'situated', 'found'].flatMap((verb) => BEING.map((be) => `${be}${verb}`)),
  ...['lie', 'lies', 'lying', 'lay', 'sit', 'sits', 'sitting'],
];

/**
 * Verbs of location: "the lake lies in Utah", "rivers that flow through Utah", 流经犹他州的河流. Between two things they mean
 * "in"; after the interrogative noun they add nothing: "what states does it run through".
 */
export function passageWords(): [string, Operator][] {
  const plain = (word: PlainWord, phrases: readonly string[]): [string, Operator][] =>
    phrases.map((phrase) => [phrase, { op: 'plain', word }]);
  const within = LYING.flatMap((verb) => [`${verb} in`, `${verb} in the`, `${verb} within`]);
  const passing = PASSING.en.flatMap((verb) => [verb, `${verb} the`]);
  // Tickets that went through agencies are not located in them.
  const lying = passing.filter((phrase) => !/^(?:go|went)/u.test(phrase));
  return [
    ...plain('in', [...lying, ...PASSING.zh, ...within]),
    ...plain('within', [...passing, ...PASSING.zh, ...STRANDED, ...within, ...LYING, 'in', '位于', '坐落于', '坐落在']),
    ...plain(
      'do',
      THROUGH.flatMap((verb) => [`${verb} it`, `${verb} them`]),
    ),
    ...plain('which', ['through which', 'through what', 'in which', 'in what']),
  ];
}

const PASSED: ReadonlySet<string> = new Set([
  ...PASSING.en,
  ...PASSING.en.map((verb) => `${verb} the`),
  ...PASSING.zh,
  ...STRANDED,
]);

/** Whether words express that one thing runs through another. */
export const isPassage = (text: string): boolean => PASSED.has(text);
