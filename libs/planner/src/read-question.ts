import type { Ambiguity, PlanResult } from '@querent/contracts';
import { normalizeQuestion } from '@querent/language';
import { describeQuery, type PlanInput } from '@querent/semantic';
import { requiredFilters } from './required-filters';
import { type Reading, readingsOf } from './readings';
import { withTurns } from './turns/turn-readings';

/** A reading dearer than this is not answered; one of another meaning within the margin is asked about. */
const CEILING = 0.8;
const MARGIN = 0.12;
const MOST_OPTIONS = 4;

/** Reads a question into a semantic query, or asks which of its readings is meant, or says that it has none. Pure. */
export function readQuestion(input: PlanInput): PlanResult {
  const { question, model, locale, today } = input;
  const text = normalizeQuestion(question);
  const { readings: alone } = readingsOf(text, { model, today, locale });
  const readings = input.context ? withTurns(text, alone, { model, today, locale, last: input.context }) : alone;
  const chosen = choose(readings, input);
  const [best, ...rivals] = chosen;
  if (!best || best.cost > CEILING) return declined(input);
  if (rivals.length > 0) return asked([best, ...rivals], input);
  const filled = requiredFilters(best.query, input);
  if ('ambiguity' in filled) return { kind: 'ambiguous', understood: UNDERSTOOD, ambiguity: filled.ambiguity, unknown: [] };
  return {
    kind: 'planned', understood: UNDERSTOOD, query: filled.query, refinedQuestion: describeQuery(filled.query, { model, locale }),
    disclosures: [...best.notes.map((note) => note[locale]), ...filled.disclosures], settled: [], continued: best.continued ?? false,
  };
}

const UNDERSTOOD = { type: 'query' as const, confidence: 1, keywords: [], metrics: [] };

/** The best reading and those that are as good, after the asker's choices. */
function choose(readings: readonly Reading[], { choices }: PlanInput): Reading[] {
  const picked = choices.find(({ key }) => key.startsWith('reading:'));
  const wanted = picked && readings.find(({ signature }) => idOf(signature) === picked.value);
  if (wanted) return [wanted];
  const [best] = readings;
  if (!best) return [];
  return readings.filter(({ cost }) => cost <= best.cost + MARGIN).slice(0, MOST_OPTIONS);
}

function asked(readings: readonly Reading[], { model, locale }: PlanInput): PlanResult {
  const options = readings.map(({ query, signature }, at) => ({ id: String(at + 1), label: describeQuery(query, { model, locale }), value: idOf(signature), aliases: [] }));
  const ambiguity: Ambiguity = {
    trigger: 'ambiguous_term', key: `reading:${options.map(({ value }) => value).join(',')}`,
    question: locale === 'zh' ? '您指的是哪一种？' : 'Which of these do you mean?', options, allowText: true,
  };
  return { kind: 'ambiguous', understood: UNDERSTOOD, ambiguity, unknown: [] };
}

function declined({ locale }: PlanInput): PlanResult {
  return {
    kind: 'unsupported', understood: { ...UNDERSTOOD, type: 'unsupported' }, suggestions: [], unknown: [], conclusive: false,
    reason: locale === 'zh' ? '我没有读懂这个问题。' : 'I could not read this question.',
  };
}

/** FNV-1a over the signature: a short name for a reading that stays the same while the model does. */
function idOf(signature: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < signature.length; at++) hash = Math.imul(hash ^ signature.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
