import type { Filter, Run, SemanticQuery } from '@querent/contracts';
import { normalizeText, plural } from '@querent/language';
import {
  type Attribute,
  attributeLabel,
  civilDaysOf,
  labelOf,
  type ModelMetric,
  nameInWords,
  namesOf,
  say,
  type SemanticModel,
  type Thing,
  thingsOf,
  whatIs,
} from '@querent/model';
import { CompileError, compileQuery } from '@querent/compiler';
import { meaningKey } from '@querent/explain';
import { planQuestion } from '../plan-question';

const MOST_QUESTIONS = 3;
/** Questions are formed about the things of the failed question, and a few others. */
const MOST_THINGS = 6;

/**
 * Up to three questions similar to a question that could not be answered, in its asker's language: about the things,
 * groups and figures that it names, then about those that retrieval found. The planner answers each of them without
 * asking back, and each compiles.
 */
export function nearQuestions(run: Run, model: SemanticModel, defaults: readonly Filter[]): string[] {
  const { locale } = run.request;
  const asked = run.data.restatedQuestion ?? run.request.question;
  const isNamed = namedIn(asked);
  const found: { text: string; meaning: string }[] = [];
  const { named, others } = thingsNear(run, model, isNamed);
  const about = (things: readonly Thing[]): string[] =>
    inTurns(things.map((thing) => questionsAbout(thing, model, locale, isNamed)));
  for (const text of [...about(named), ...about(others)]) {
    const plan = planQuestion({
      question: text,
      locale,
      model,
      ...civilDaysOf(run, model),
      choices: [],
      defaults: [...defaults],
    });
    if (plan.kind !== 'planned' || !compiles(plan.query, run, model)) continue;
    const meaning = meaningKey(plan.query);
    if (normalizeText(text) !== normalizeText(asked) && found.every((one) => one.meaning !== meaning))
      found.push({ text, meaning });
    if (found.length === MOST_QUESTIONS) break;
  }
  return found.map(({ text }) => text);
}

function compiles(query: SemanticQuery, run: Run, model: SemanticModel): boolean {
  try {
    compileQuery(query, model, { ...civilDaysOf(run, model), locale: run.request.locale, maxRows: 1 });
    return true;
  } catch (error) {
    if (error instanceof CompileError) return false;
    throw error;
  }
}

type Named = Thing | Attribute | ModelMetric;

/** Returns whether the question contains one of a part's names. */
function namedIn(question: string): (part: Named) => boolean {
  const words = normalizeText(question).toLowerCase();
  const holds = (name: string): boolean =>
    name.trim() !== '' &&
    words.includes(
      normalizeText(name)
        .toLowerCase()
        .replace(/([a-z]{2})s$/, '$1'),
    );
  return (part) => namesOf(part).some(({ name }) => holds(name)) || ('tables' in part && holds(nameInWords(part.name)));
}

/**
 * Things that the question names, by themselves or by an attribute; then those of the tables that retrieval found, best
 * first; then any.
 */
function thingsNear(
  { data }: Run,
  model: SemanticModel,
  isNamed: (part: Named) => boolean,
): Record<'named' | 'others', Thing[]> {
  const retrieved = data.retrieval?.tables ?? [];
  const rank = (thing: Thing): number => {
    if (isNamed(thing)) return -2;
    const at = retrieved.findIndex((table) => thing.tables.includes(table));
    if (at >= 0 && thing.attributes.some(isNamed)) return -1;
    return at < 0 ? retrieved.length : at;
  };
  const ranked = [...thingsOf(model).values()]
    .map((thing) => ({ thing, at: rank(thing) }))
    .sort((a, b) => a.at - b.at)
    .slice(0, MOST_THINGS);
  return {
    named: ranked.filter(({ at }) => at < 0).map(({ thing }) => thing),
    others: ranked.filter(({ at }) => at >= 0).map(({ thing }) => thing),
  };
}

/**
 * Questions about a thing: its number by the named attributes, its figures, its number, then its number by other
 * attributes.
 */
function questionsAbout(
  thing: Thing,
  model: SemanticModel,
  locale: 'zh' | 'en',
  isNamed: (part: Named) => boolean,
): string[] {
  const name = labelOf(thing, locale, thing.name.replaceAll('_', ' '));
  const [namedGroups, otherGroups] = parted(
    thing.attributes.filter(({ role }) => role === 'dimension'),
    isNamed,
  );
  const [namedFigures, otherFigures] = parted(
    Object.values(model.metrics).filter(
      (metric) => metric.expression !== undefined && metric.table !== null && thing.tables.includes(metric.table),
    ),
    isNamed,
  );
  const by = (group: Attribute): string =>
    say(
      locale,
      `按${attributeLabel(group, locale)}统计${name}数量`,
      `Number of ${plural(name)} by ${attributeLabel(group, locale)}`,
    );
  const figure = (metric: ModelMetric): string => {
    const text = labelOf(metric, locale, metric.id.replaceAll('_', ' '));
    return whatIs(locale, text);
  };
  const count = say(locale, `有多少个${name}？`, `How many ${plural(name)} are there?`);
  return [
    ...namedFigures.map(figure),
    ...namedGroups.map(by),
    count,
    ...otherGroups.slice(0, 2).map(by),
    ...otherFigures.slice(0, 2).map(figure),
  ];
}

function parted<Part extends Named>(
  parts: readonly Part[],
  isNamed: (part: Named) => boolean,
): [named: Part[], others: Part[]] {
  return [parts.filter(isNamed), parts.filter((part) => !isNamed(part))];
}

/** Interleaves the lists: the first of each, then the second of each, and so on. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
