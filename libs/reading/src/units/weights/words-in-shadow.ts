import type { Unit } from '@querent/lexicon';
import { CLOSED, HAN, isOperator, isPlain, spanOf } from '../unit-kinds';
import { DROPPED, OF_NAME, type Outcome, type Together, type Weight } from '../weight';
import { UNNAMED_OWNER } from './owners';
import { type Shadows, shadowsOf } from './shadows';

/** Cost of words inside a longer phrase, or inside a name of the model, as separate words. */
const WITHIN_PHRASE = 0.08;
const WITHIN_HAN_PHRASE = 0.15;
const WITHIN_NAME = 0.3;
const INSTEAD_OF_NAME = 0.3;
/** Cost of an event whose name is inside a verb of residence. */
const AS_EVENT = 0.2;
/** Cost of a verb of the model as a plain verb of buying or selling. */
const AS_VERB = 0.15;
/** Cost of an aggregating word as the name of a column. */
const AS_WORD = 0.15;
/** A derived form inside a label is dropped from this cost on. */
const GUESS_IN_LABEL = 0.05;

/** A row of a table in which the first row that applies decides. */
interface Shadow {
  name: string;
  example: string;
  applies: (unit: Unit, shadows: Shadows) => boolean;
  /** The outcome for the unit, such as an added cost. */
  outcome: Outcome;
}

/**
 * A name of the model rules out function words inside it: the 总数 of 订单总数, the name of a metric, is no operator. Filler
 * and markers of the same length as the name are ruled out as well.
 */
export const WORD_IN_SHADOW: Weight<Together> = {
  name: 'word within a name or a phrase',
  example: '订单总数',
  weigh: ({ units, facts }) => {
    const shadows = shadowsOf(units, facts);
    const outcomeIn = (table: readonly Shadow[], unit: Unit): Outcome =>
      table.find(({ applies }) => applies(unit, shadows))?.outcome ?? 0;
    return (unit) => {
      if (!CLOSED.has(unit.meaning.type)) return outcomeIn(SHADOWED_NAMES, unit);
      return SHADOWED_WORDS.reduce((sum: Outcome, table): Outcome => {
        const outcome = outcomeIn(table, unit);
        return typeof sum === 'number' && typeof outcome === 'number' ? sum + outcome : DROPPED;
      }, 0);
    };
  },
};

/** Rows for names of the model. The first row that applies decides. */
const SHADOWED_NAMES: readonly Shadow[] = [
  {
    name: 'name within a command',
    example: 'close all accounts',
    applies: ({ start }, { commands }) => commands.has(start),
    outcome: DROPPED,
  },
  {
    name: 'quoted value behind a marker of texts',
    example: 'titles that contain "order"',
    applies: ({ meaning, text, start }, { behindTextMarkers }) =>
      meaning.type === 'value' && text.startsWith('"') && behindTextMarkers.has(start),
    outcome: DROPPED,
  },
  {
    name: 'guess within a label',
    example: '下单渠道',
    applies: (unit, { label }) => unit.cost >= GUESS_IN_LABEL && label.coversMore(unit),
    outcome: DROPPED,
  },
  {
    name: 'part of a value within a whole one',
    example: '上海迪士尼',
    applies: (unit, { value }) => unit.form === 'part' && value.coversMore(unit),
    outcome: DROPPED,
  },
  {
    name: 'yes/no column that is its adjective',
    example: 'damaged parcels',
    applies: (unit, { flags }) => unit.meaning.type === 'attribute' && flags.has(spanOf(unit)),
    outcome: DROPPED,
  },
  {
    name: 'head of the name of its own column',
    example: 'orders by status',
    applies: (unit, { heads }) => heads.isOwn(unit),
    outcome: 0,
  },
  {
    name: 'name of a column of another thing',
    example: 'orders by status',
    applies: (unit, { heads }) => heads.isOthers(unit),
    outcome: UNNAMED_OWNER,
  },
  {
    name: 'quoted text behind a marker of texts',
    example: 'titles that contain "order"',
    applies: ({ meaning, start }, { behindTextMarkers }) => meaning.type === 'quoted' && behindTextMarkers.has(start),
    outcome: 0,
  },
  {
    name: 'column named as a verb with an aspect particle',
    example: '巡查过的站点',
    applies: (unit, { done }) => unit.meaning.type === 'attribute' && done.has(spanOf(unit)),
    outcome: OF_NAME,
  },
  {
    name: 'event within a verb of residence',
    example: 'who work in Oslo',
    applies: ({ meaning, start, end }, { residences }) =>
      meaning.type === 'event' && residences.some((one) => one.start <= start && end <= one.end),
    outcome: AS_EVENT,
  },
  {
    name: 'value that begins a verb of two words',
    example: 'invoices that fall due',
    applies: ({ meaning, start, end }, { wordyVerbs }) =>
      meaning.type === 'value' && (wordyVerbs.get(start) ?? 0) > end,
    outcome: OF_NAME,
  },
  {
    name: 'derived name as the unit of a number',
    example: 'more than 2000 kWh',
    applies: (unit, { unitOfNumber }) => unit.form !== 'exact' && unitOfNumber.covers(unit),
    outcome: OF_NAME,
  },
  {
    name: 'column named like an aggregate',
    example: 'the average of the marks',
    applies: (unit, { isAlsoWord }) => isAlsoWord(unit),
    outcome: AS_WORD,
  },
  {
    name: 'value within a term that may mean it',
    example: '活跃会员',
    applies: (unit, { isOfTerm }) => isOfTerm(unit),
    outcome: INSTEAD_OF_NAME,
  },
  {
    name: 'name within an exact name',
    example: 'order channel',
    applies: (unit, { exact }) => exact.coversMore(unit),
    outcome: OF_NAME,
  },
  {
    name: 'amount with the name of a metric',
    example: '客单价',
    applies: (unit, { metric }) => unit.meaning.type === 'measure' && metric.covers(unit),
    outcome: INSTEAD_OF_NAME,
  },
  {
    // "Opened" chooses between the opening dates of two things, even if the word is a label of only one of them.
    name: 'derived name with the words of an exact name',
    example: '编号',
    applies: (unit, { exact, exactButTimes }) =>
      unit.form !== 'exact' && (unit.meaning.type === 'event' ? exactButTimes : exact).covers(unit),
    outcome: INSTEAD_OF_NAME,
  },
];

/** Words that connect the parts of a name: the name may also be two names. */
const isOf = (unit: Unit): boolean => unit.meaning.type === 'filler' || isPlain(unit, 'of', 'de', 'in');

/** A trade verb that is also a verb of the model: "who bought" may mean bought things of a kind, or had the event. */
const isTradeAsVerb = (unit: Unit, { verbs }: Shadows): boolean => isPlain(unit, 'trade') && verbs.has(spanOf(unit));

/** Light verbs; the "ordered" of "customers who ordered" does not sort either. */
const isLight = (unit: Unit): boolean =>
  isPlain(unit, 'do', 'trade') || (isOperator(unit, 'order') && unit.text === 'ordered');

/** The beginning of a phrase for a state rather than for an action. */
const BEING = /^(?:is|are|was|were|been|have been|has been) /u;

/** Rows for function words. The outcomes of the three tables are added up. */
const SHADOWED_WORDS: readonly (readonly Shadow[])[] = [
  [
    {
      name: 'verb of the model as a trade',
      example: 'who bought last month',
      applies: isTradeAsVerb,
      outcome: AS_VERB,
    },
  ],
  [
    {
      name: 'frame around a name',
      example: 'for the Berlin report',
      applies: (unit, { framesOne }) => framesOne(unit, 'other'),
      outcome: DROPPED,
    },
    {
      name: 'word within a time or an ordering phrase',
      example: '最近三个月',
      applies: (unit, { whole }) => whole.coversMore(unit),
      outcome: DROPPED,
    },
    {
      name: 'word within a name',
      example: '订单总数',
      applies: (unit, { name, wholeName }) => (isOf(unit) ? wholeName : name).covers(unit),
      outcome: WITHIN_NAME,
    },
    {
      name: 'asking words within a metric',
      example: 'how many schools',
      applies: (unit, { asking }) => asking.has(spanOf(unit)),
      outcome: WITHIN_NAME,
    },
    {
      name: 'filler that extends beyond a name',
      example: '介绍一下',
      applies: ({ meaning, start, end }, { endsOfLabels }) =>
        meaning.type === 'filler' && end > (endsOfLabels.get(start) ?? Infinity),
      outcome: WITHIN_NAME,
    },
    {
      name: 'light verb within a verb of the model',
      example: '签收了',
      applies: (unit, shadows) =>
        isLight(unit) &&
        shadows.touchesVerb(unit) &&
        !isTradeAsVerb(unit, shadows) &&
        !shadows.residences.includes(unit),
      outcome: WITHIN_NAME,
    },
    {
      name: 'light verb that ends with a state',
      example: 'visits that are scheduled',
      applies: (unit, { startsOfValues }) =>
        isLight(unit) && BEING.test(unit.text) && (startsOfValues.get(unit.end) ?? -1) >= unit.start,
      outcome: WITHIN_NAME,
    },
    {
      name: 'filler within a verb of the model',
      example: 'orders that were shipped',
      applies: (unit, { verb }) => unit.meaning.type === 'filler' && verb.covers(unit),
      outcome: WITHIN_NAME,
    },
    {
      name: 'marker that is a bound',
      example: 'orders over 300',
      applies: (unit, { bounds }) => isOperator(unit, 'plain') && bounds.has(spanOf(unit)),
      outcome: WITHIN_NAME,
    },
    {
      name: 'frame around a thing',
      example: 'the dean of the schools wants to know',
      applies: (unit, { framesOne }) => framesOne(unit, 'thing'),
      outcome: WITHIN_NAME,
    },
  ],
  [
    {
      name: 'word within a phrase of Chinese',
      example: '能不能',
      applies: (unit, { phrase, hanPhrase }) =>
        HAN.test(unit.text) && isWord(unit) && (isFiller(unit) ? phrase : hanPhrase).coversMore(unit),
      outcome: WITHIN_HAN_PHRASE,
    },
    {
      name: 'word within a phrase',
      example: 'no more than',
      applies: (unit, { phrase }) => !HAN.test(unit.text) && isWord(unit) && phrase.coversMore(unit),
      outcome: WITHIN_PHRASE,
    },
  ],
];

const isFiller = ({ meaning }: Unit): boolean => meaning.type === 'filler';
const isWord = (unit: Unit): boolean => isFiller(unit) || unit.meaning.type === 'operator';
