import type { IntentType, Strategy } from '@querent/contracts';
import { MEASURE_WORDS } from '@querent/language';
import {
  asksForAFew,
  figureCourtesies,
  isCutFromWord,
  isDetail,
  isGraded,
  isListing,
  isNamed,
  isNearness,
  isOverview,
  isRanking,
  mayCount,
  hasOperator,
  type Word,
  wordsInOrder,
} from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { writtenIn } from './answers/wording';

/** The kind of answer that a question's words ask for. It is used for questions that the planner cannot plan. */
export interface AskedKind {
  type: Exclude<IntentType, 'unsupported' | 'chitchat'>;
  strategy: Strategy;
  /** The deciding words as the asker wrote them; if none decides, the words for the subject. */
  keywords: string[];
}

/**
 * Reads type and strategy from a question's words: a count, sum or share is a `summary`, a place and its surroundings
 * `spatial`, a ranking or description of single things `detail`, anything else `coverage`. A named metric makes the
 * type `metric`; a count around a place keeps the type `spatial`, as for planned questions. `summary` forbids a list of
 * rows, so it requires that the question certainly asks for a figure: things ranked, bounded or listed with a figure
 * keep their rows. If nothing in the model has a location, no statement could follow the spatial strategy, so only the
 * type is `spatial`.
 */
export function questionKind(question: string, model: SemanticModel): AskedKind {
  const asked = new Asked(question, model);
  const strategy = asked.strategy();
  const { places, metrics, figures, ranks, details, courtesies } = asked;
  const deciding = [...places, ...metrics, ...figures, ...ranks, ...(strategy === 'summary' ? [] : details)];
  const isFigure = figures.length > 0 && strategy !== 'detail';
  return {
    type:
      places.length > 0
        ? 'spatial'
        : metrics.length > 0
          ? 'metric'
          : isFigure || strategy === 'summary'
            ? 'summary'
            : 'query',
    strategy,
    keywords: asked.keywords(deciding, courtesies),
  };
}

/**
 * How certainly a word asks for a figure: `how_many` always, `figure` unless things are ranked, `unless_listed` unless
 * rows are listed.
 */
type Figure = 'how_many' | 'figure' | 'unless_listed';

const BOUNDS = ['compare', 'between', 'average_reference'];
/** Kinds of operators that describe single things. */
const DETAILS = ['extreme', 'order', 'breakdown', 'composite'];
const CONTENT = ['thing', 'metric', 'measure', 'attribute', 'value', 'flag', 'event', 'term'] as const;

class Asked {
  private readonly text: string;
  private readonly words: readonly Word[];
  private readonly asWritten: (word: string) => string;
  private readonly asked: readonly { word: Word; figure: Figure }[];
  readonly metrics: readonly Word[];
  readonly places: readonly Word[];
  readonly ranks: readonly Word[];
  readonly details: readonly Word[];
  readonly courtesies: readonly string[];

  constructor(
    question: string,
    private readonly model: SemanticModel,
  ) {
    const { text, words } = wordsInOrder(question, model);
    this.text = text;
    this.words = words;
    this.asWritten = writtenIn(question);
    this.asked = words.flatMap((word) => {
      const figure = this.figureOf(word);
      return figure === null ||
        (figure === 'unless_listed' && isListing(text)) ||
        (figure !== 'how_many' && this.isBound(word))
        ? []
        : [{ word, figure }];
    });
    this.metrics = words.filter((word) => isNamed(word, 'metric'));
    this.places = words.filter((word) => isNamed(word, 'distance') || this.isNear(word));
    this.ranks = words.filter((word) => this.isRank(word));
    this.details = words.filter((word) => this.isDetail(word));
    this.courtesies = figureCourtesies(text);
  }

  get figures(): readonly Word[] {
    return this.asked.map(({ word }) => word);
  }

  strategy(): Strategy {
    const isRanked = this.ranks.length > 0;
    const metrics = this.metrics.filter((word) => !this.isBound(word));
    if (this.asked.some(({ figure }) => figure === 'how_many')) return 'summary';
    if (!isRanked && (this.asked.length > 0 || this.courtesies.length > 0)) return 'summary';
    if (!isRanked && metrics.length > 0 && !isListing(this.text)) return 'summary';
    if (this.places.length > 0 && this.hasLocation()) return 'spatial';
    return isRanked || this.details.length > 0 ? 'detail' : 'coverage';
  }

  keywords(deciding: readonly Word[], courtesies: readonly string[]): string[] {
    const chosen =
      deciding.length > 0 || courtesies.length > 0 ? deciding : this.words.filter((word) => isNamed(word, ...CONTENT));
    const inOrder = [...chosen].sort((a, b) => a.index - b.index).map(({ text }) => this.asWritten(text));
    return [...new Set([...inOrder, ...courtesies])];
  }

  /**
   * How certainly a word asks for a figure; null if it only seems to, as the 数 of 指数 or the number of "phone number".
   */
  private figureOf(word: Word): Figure | null {
    if (hasOperator(word, 'count', 'distinct')) return this.countOf(word);
    if (isNamed(word, ...CONTENT)) return null;
    if (isOverview(word.text)) return 'figure';
    if (!hasOperator(word, 'aggregate', 'share', 'trend', 'growth', 'compare_periods')) return null;
    // 总 begins many names, and "mean" is also a verb: both ask for a figure only right before an amount.
    return COMMON.test(word.text) && !this.isBeforeContent(word) ? null : 'figure';
  }

  private countOf(word: Word): Figure | null {
    const { text } = this;
    if (asksForAFew(text, word)) return null;
    const asks = word.meanings.some(
      (meaning) =>
        meaning.type === 'operator' &&
        meaning.operator.op === 'count' &&
        meaning.operator.asks &&
        !meaning.operator.amount,
    );
    if (asks) return /^(?:是|为)?多少$/u.test(word.text) ? 'figure' : 'how_many';
    if (
      word.meanings.some(
        (meaning) => meaning.type === 'operator' && meaning.operator.op === 'count' && meaning.operator.amount,
      )
    )
      return 'figure';
    if (this.isOwnColumn(word)) return null;
    const isNumber = /^(?:the )?(?:total )?(?:number|count)s? of$/u.test(word.text);
    if (isNumber) return mayCount(text, word) ? 'figure' : null;
    if (/^(?:number|quantity|volume)/u.test(word.text)) return null;
    const named = this.isBehindThing(word);
    if (word.text === '数' || word.text === '量') return named && !isCutFromWord(text, word) ? 'figure' : null;
    if (word.text === 'count') {
      const before = this.neighbour(word, -1);
      return named || before === undefined || before.meanings.length > 0 ? 'figure' : 'unless_listed';
    }
    return named ? 'figure' : 'unless_listed';
  }

  /** If the question is about order lines, "quantity" is a column of them. */
  private isOwnColumn({ meanings }: Word): boolean {
    const owners = meanings.flatMap((meaning) => ('column' in meaning ? [meaning.column.table] : []));
    return this.words.some((other) =>
      other.meanings.some((meaning) => meaning.type === 'thing' && owners.includes(meaning.thing)),
    );
  }

  /** Whether a count follows a thing of the model, or a kind of it: 订单数, 大客户的数量. */
  private isBehindThing(word: Word): boolean {
    const before = this.neighbour(word, -1);
    return before !== undefined && isNamed(before, 'thing', 'term', 'value', 'event', 'flag');
  }

  private isBeforeContent(word: Word): boolean {
    const after = this.neighbour(word, 1);
    return after !== undefined && (isNamed(after, ...CONTENT) || hasOperator(after, 'count'));
  }

  /** The next word on a side, with at most a space, a 的 or a measure word between. */
  private neighbour(word: Word, step: -1 | 1): Word | undefined {
    let at = word.index + step;
    while (this.words[at] && BETWEEN.test(this.words[at]?.text ?? '')) at += step;
    return this.words[at];
  }

  /** Whether a figure only restricts the things: "Revenue over 1000", "an average price under 50", 带宽低. */
  private isBound(word: Word): boolean {
    const next = this.words[word.index + 1];
    const taken = hasOperator(word, 'aggregate') ? this.words[word.index + 2] : undefined;
    return hasOperator(next, ...BOUNDS) || hasOperator(taken, ...BOUNDS) || isGraded(this.text, word);
  }

  /** Whether a word orders things. 前 and 后 do so only with a number: 入职前 is a time. */
  private isRank(word: Word): boolean {
    if (isNamed(word, 'thing', 'value', 'term', 'metric', 'period')) return false;
    const extreme = word.meanings.flatMap((meaning) =>
      meaning.type === 'operator' && meaning.operator.op === 'extreme' ? [meaning.operator] : [],
    )[0];
    const isMostOf = MOST_OF.test(this.text.slice(word.start));
    if (extreme?.top) return extreme.limit !== null || /^(?:top|bottom|排)/u.test(word.text);
    if (hasOperator(word, 'order') || GROWN.test(word.text)) return true;
    return extreme === undefined ? isRanking(word.text) && !isMostOf : !isMostOf;
  }

  private isDetail(word: Word): boolean {
    if (MOST_OF.test(this.text.slice(word.start))) return false;
    const named = isNamed(word, 'thing', 'value');
    return (
      (!named && (hasOperator(word, ...DETAILS) || isDetail(word.text))) ||
      word.meanings.some(
        (meaning) =>
          (meaning.type === 'attribute' || meaning.type === 'measure') && isDetail(this.labelsOf(meaning.column)),
      )
    );
  }

  private labelsOf({ table, column }: { table: string; column: string }): string {
    const label = (this.model.entities[table]?.fields[column] ?? this.model.tables[table]?.columns[column])?.label;
    return `${label?.zh ?? ''} ${label?.en ?? ''}`;
  }

  /**
   * Whether a word asks for surroundings. Words such as "within" or 内 also bound times and amounts, so they do not
   * suffice alone; neither does "around 30".
   */
  private isNear(word: Word): boolean {
    if (isNamed(word, ...CONTENT) || !isNearness(word.text)) return false;
    const next = this.words[word.index + 1];
    return next === undefined || !isNamed(next, 'number', 'period');
  }

  private hasLocation(): boolean {
    return Object.values(this.model.tables).some(({ columns }) =>
      Object.values(columns).some(({ role }) => role === 'geo'),
    );
  }
}

const COMMON = /^(?:总|mean|均)$/u;
/** "Most of" is a share, and no order. */
const MOST_OF = /^(?:most|least) of\b/u;
/** Verbs of growth and decline, which order by the change. */
const GROWN = /^(?:improved|grew|growing|dropped|declined|提升|提高|下降)/u;
const BETWEEN = new RegExp(`^(?:的|${MEASURE_WORDS.join('|')}|the|of)$`, 'u');
