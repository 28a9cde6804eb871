import type { Ambiguity, Span } from '@querent/contracts';
import { describeQuery } from '@querent/explain';
import { say } from '@querent/model';
import { type Candidate, conditionsOf } from './candidate';
import type { Decision, Way } from './decision';
import { type Part, PART_KINDS, type PartKind, partsOf, spanOf } from '../parts';
import type { Wording } from '../wording';

/**
 * The parts in which several candidates differ, the most decisive first, with one way for each form of the part. None
 * if the candidates are equal in every part.
 */
export function differences(candidates: readonly Candidate[], wording: Wording): Decision[] {
  if (candidates.length < 2) return [];
  const stretches = stretchesOf(candidates);
  const parts = candidates.map((candidate) => ({
    candidate,
    parts: new Map(partsOf(candidate, stretches, wording).map((part) => [part.slot, part])),
  }));
  const slots = new Map(parts.flatMap((one) => [...one.parts.values()].map((part) => [part.slot, part] as const)));
  return [...slots.values()]
    .sort((a, b) => PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind))
    .flatMap((slot) => decisionOf(slot, parts, wording) ?? []);
}

type Compared = { candidate: Candidate; parts: ReadonlyMap<string, Part> };

function decisionOf(slot: Part, compared: readonly Compared[], wording: Wording): Decision | null {
  const forms = new Map<string, { part: Part | undefined; leads: Candidate[] }>();
  for (const { candidate, parts } of compared) {
    const part = parts.get(slot.slot);
    const form = forms.get(part?.id ?? NONE) ?? { part, leads: [] };
    forms.set(part?.id ?? NONE, { ...form, leads: [...form.leads, candidate] });
  }
  if (forms.size < 2) return null;
  const labels = [...forms.values()].map(({ part }) => part?.label ?? '');
  const areDistinct = labels.every((label) => label !== '') && new Set(labels).size === labels.length;
  const described = areDistinct ? labels : [...forms.values()].map(({ leads }) => whole(leads[0], wording));
  const named =
    slot.kind === 'measure'
      ? withOwners(
          described,
          [...forms.values()].map(({ leads }) => leads[0]),
          wording,
        )
      : described;
  // If labels do not distinguish the candidates, nothing is asked and the likelier one is taken.
  if (new Set(named).size < named.length) return null;
  const ways = [...forms].map(([id, { part, leads }], at): Way => ({
    label: named[at] ?? '',
    value: id,
    aliases: part?.aliases ?? [],
    leads,
  }));
  const key =
    slot.word === ''
      ? `${slot.kind}:${ways
          .map(({ value }) => value)
          .sort()
          .join('|')}`
      : `${keyKind(slot, ways)}:${slot.word}`;
  return {
    trigger: TRIGGERS[slot.kind],
    key,
    question: questionOf(slot, wording),
    ways: withOwnAliases(ways),
    ...(slot.span ? { span: slot.span } : {}),
  };
}

const NONE = 'none';

/** Adds the owner to figures with the same name: the areas of lakes, and those of states. */
function withOwners(
  named: readonly string[],
  leads: readonly (Candidate | undefined)[],
  { facts: { model }, locale }: Wording,
): string[] {
  const isShared = (label: string): boolean => named.filter((other) => other === label).length > 1;
  return named.map((label, at) => {
    const { what } = leads[at]?.query.measures[0] ?? {};
    const owner =
      what?.kind === 'aggregate' ? what.table : what?.kind === 'metric' ? model.metrics[what.id]?.table : undefined;
    const { label: called } = model.tables[owner ?? ''] ?? {};
    const of = called?.[locale] ?? called?.en ?? called?.zh;
    return of !== undefined && isShared(label) ? say(locale, `${label}（${of}）`, `${label} (${of})`) : label;
  });
}

/** The value within the chosen column is a separate decision. */
const keyKind = ({ kind }: Part, ways: readonly Way[]): string =>
  kind === 'value' && ways.some(({ value }) => value.includes(' in ')) ? 'column' : kind;

const whole = (candidate: Candidate | undefined, { facts: { model }, locale }: Wording): string =>
  candidate ? describeQuery(candidate.query, { model, locale }) : '';

/** A word that two options share selects neither. */
function withOwnAliases(ways: readonly Way[]): Way[] {
  return ways.map((way) => ({
    ...way,
    aliases: way.aliases.filter((alias) => !ways.some((other) => other !== way && other.aliases.includes(alias))),
  }));
}

const TRIGGERS: Record<PartKind, Ambiguity['trigger']> = {
  asked: 'ambiguous_term',
  measure: 'ambiguous_metric',
  subject: 'ambiguous_term',
  bound: 'ambiguous_metric',
  rank: 'ambiguous_metric',
  value: 'ambiguous_value',
  time: 'ambiguous_term',
  group: 'ambiguous_term',
  condition: 'ambiguous_term',
  rest: 'ambiguous_term',
};

function questionOf({ kind, word: normalised }: Part, { locale, asWritten }: Wording): string {
  const word = asWritten(normalised);
  if (kind === 'time') return say(locale, '按哪个时间计算？', 'Which time do you mean?');
  if (kind === 'measure') return say(locale, '您想看哪个数字？', 'Which figure do you want?');
  if (kind === 'group') return say(locale, '按哪一项分组？', 'What should it be grouped by?');
  if (kind === 'bound' && word === '') return say(locale, '比较的是哪一项？', 'Which figure should be compared?');
  if (kind === 'bound')
    return say(locale, `${boundText(word, 'zh')}的是哪一项？`, `What should be ${boundText(word, 'en')}?`);
  if (kind === 'rank') return say(locale, '按哪一项排序？', 'What should they be ranked by?');
  if (word !== '') return say(locale, `“${word}”指的是哪一个？`, `What do you mean by “${word}”?`);
  return say(locale, '您指的是哪一种？', 'Which of these do you mean?');
}

const OPERATORS: Readonly<Record<string, { zh: string; en: string }>> = {
  '>': { zh: '大于', en: 'over ' },
  '>=': { zh: '不低于', en: 'at least ' },
  '<': { zh: '小于', en: 'under ' },
  '<=': { zh: '不高于', en: 'at most ' },
  '=': { zh: '等于', en: 'exactly ' },
  '!=': { zh: '不等于', en: 'other than ' },
};

const boundText = (bound: string, locale: Wording['locale']): string =>
  bound.replace(/^[<>!=]+/u, (op) => OPERATORS[op]?.[locale] ?? op);

/** The words that conditions of the candidates come from; overlapping ones are merged into one stretch. */
function stretchesOf(candidates: readonly Candidate[]): Span[] {
  const spans = candidates
    .flatMap(({ query }) => conditionsOf(query).flatMap((filter) => spanOf(filter) ?? []))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end)
      merged[merged.length - 1] =
        span.start === last.start
          ? span
          : { start: last.start, end: span.end, text: last.text + span.text.slice(last.end - span.start) };
  }
  return merged;
}
