import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { type Locale, normalizeQuestion } from '@querent/language';
import { explain, readingsOf, readQuestion } from '@querent/planner';
import { describeQuery, type SemanticModel } from '@querent/semantic';
import { type RandomChoices, randomChoices } from '../meaning/random-choices';
import { FAMILIES } from './grammar/families';
import { type Parts, partsOf } from './grammar/parts';
import type { Case, Grammar } from './grammar/phrase';
import { meaningOf, type Outcome, outcomeOf } from './judge';
import { DOMAIN_WORDS } from './world/domain-words';
import { madeUpWords } from './world/made-up-words';
import { randomWorld } from './world/random-world';
import type { Vocabulary } from './world/vocabulary';
import { modelOf, type World } from './world/world';

export const TODAY = '2026-11-23';
export const TIMEZONE = 'Asia/Shanghai';

/** A model to ask about, with its typed words in both languages. */
export interface Place {
  world: World;
  model: SemanticModel;
  parts: Record<Locale, Parts>;
}

export interface Played {
  one: Case;
  world: string;
  outcome: Outcome;
  /** Why it is not right, without names: what failures are grouped by. */
  cause: string;
  /** The same for a reader. */
  detail: string;
  /** How the planner reads it. */
  explained: () => string[];
}

export function placeOf(random: RandomChoices, words: Vocabulary): Place {
  const world = randomWorld(random, words, random.chance(0.8) ? 'words' : 'opaque');
  return placeIn(world, words);
}

export function placeIn(world: World, words: Vocabulary): Place {
  const model = modelOf(world);
  const pasts = new Map(words.happenings.map(({ en, past }) => [en, past]));
  return { world, model, parts: { zh: partsOf(model, 'zh', pasts), en: partsOf(model, 'en', pasts) } };
}

export interface CoverageOptions {
  seed: number;
  cases: number;
  families?: readonly string[];
  locale?: Locale;
}

/** Asks generated questions over worlds of random shapes and words; deterministic by seed. */
export function* playCoverage({ seed, cases, families, locale }: CoverageOptions): Generator<Played> {
  const chosen = FAMILIES.filter(({ name }) => families === undefined || families.some((one) => name.includes(one)));
  const locales: readonly Locale[] = locale ? [locale] : ['zh', 'en'];
  for (let at = 0; at < cases;) {
    const random = randomChoices(seed * 1_000_003 + at);
    const words = random.chance(0.4) ? madeUpWords(random) : random.pick(DOMAIN_WORDS);
    const place = placeOf(random, words);
    for (let more = 0; more < CASES_A_WORLD && at < cases; more++, at++) {
      const family = chosen[Math.floor(at / locales.length) % chosen.length];
      const asker = locales[at % locales.length] as Locale;
      const grammar: Grammar = { random, locale: asker, parts: place.parts[asker], today: TODAY };
      const made = family?.make(grammar);
      if (!family || !made) continue;
      const one: Case = {
        family: family.name,
        locale: asker,
        wording: made.asked.wording.replaceAll(/ +/g, ' ').trim(),
        question: made.asked.text.replaceAll(/ +/g, ' ').trim(),
        expected: made.expected,
        open: made.open ?? [],
      };
      yield judged(one, place);
    }
  }
}

const CASES_A_WORLD = 40;

export function planOf(
  question: string,
  { model }: Pick<Place, 'model'>,
  locale: Locale,
  context: SemanticQuery | null,
): PlanResult {
  return readQuestion({ question, locale, model, choices: [], context, today: TODAY, timezone: TIMEZONE });
}

export function judged(one: Case, place: Place): Played {
  const plan = planOf(one.question, place, one.locale, one.context ?? null);
  const outcome = outcomeOf(plan, one, place.model);
  const { cause, detail } = outcome === 'right' ? { cause: '', detail: '' } : causeOf(one, plan, place);
  return { one, world: place.world.name, outcome, cause, detail, explained: () => explained(one, place) };
}

function explained({ question, locale }: Case, { model }: Place): string[] {
  const readings = readingsOf(normalizeQuestion(question), { model, today: TODAY, locale });
  return explain(readings, (query) => describeQuery(query, { model, locale }));
}

function causeOf(one: Case, plan: PlanResult, { model }: Place): { cause: string; detail: string } {
  const words = (query: SemanticQuery): string => describeQuery(query, { model, locale: one.locale });
  const { readings, unknown } = readingsOf(normalizeQuestion(one.question), {
    model,
    today: TODAY,
    locale: one.locale,
  });
  const due = meaningOf(one.expected, one.open, model);
  const at = readings.findIndex(({ query }) => meaningOf(query, one.open, model) === due);
  const found = readings[at];
  const [best] = readings;
  const standing = found
    ? at === 0
      ? `first at ${found.cost.toFixed(2)}`
      : `${at + 1}th at ${found.cost.toFixed(2)} after ${best?.cost.toFixed(2)}`
    : 'not built';
  const notBuilt = found === undefined ? 'not built' : at === 0 ? 'first' : 'behind';
  if (plan.kind === 'planned')
    return {
      cause: `answered otherwise (${notBuilt}): ${differences(plan.query, one.expected, model)}`,
      detail: `${standing}; read as: ${words(plan.query)}`,
    };
  if (plan.kind === 'ambiguous') {
    const { trigger, options } = plan.ambiguity;
    return {
      cause: `asked ${trigger} (${notBuilt})`,
      detail: `${standing}; options: ${options.map(({ label }) => label).join(' / ')}`,
    };
  }
  const why = unknown.length > 0 ? 'unknown words' : plan.kind;
  return {
    cause: `declined: ${why} (${notBuilt})`,
    detail: `${standing}; ${unknown.map(({ text }) => text).join(', ')} ${plan.kind === 'unsupported' ? plan.reason : ''}`,
  };
}

/** The parts of a query that differ. */
function differences(query: SemanticQuery, expected: SemanticQuery, model: SemanticModel): string {
  const keys = Object.keys(expected) as (keyof SemanticQuery)[];
  return keys
    .filter((key) => key !== 'strategy')
    .filter((key) => meaningOf({ ...expected, [key]: query[key] }, [], model) !== meaningOf(expected, [], model))
    .join(', ');
}
