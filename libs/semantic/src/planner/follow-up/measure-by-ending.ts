import { label, say } from '../../wording/words';
import { addMeasure } from '../assembly/read-measures';
import { ask } from '../assembly/step';
import { namesOf } from '../../model/things';
import { isContent } from '../reading/mention';
import type { Change } from './turn';

/**
 * 换成人数: the end of a figure's name stands for the figure where the conversation makes plain which; one of the same rows
 * before any other. Several are asked about.
 */
export const measureByEnding: Change = ({ reading, kept }) => {
  const words = reading.text.replace(/[\s?!.,。的]+/g, '');
  if (!/^\p{Script=Han}{2,4}$/u.test(words) || reading.mentions.some(isContent) || reading.mentions.some(({ literal, claim }) => claim !== null || (literal !== null && literal.kind !== 'unknown'))) return null;
  const ending = Object.values(reading.model.metrics).filter((metric) => namesOf(metric).some(({ name }) => name.endsWith(words)));
  const own = ending.filter(({ table }) => kept.subject?.thing.tables.includes(table ?? ''));
  const candidates = own.length > 0 ? own : ending;
  const key = `measure:${words}`;
  const chosen = candidates.length === 1 ? candidates[0] : candidates.find(({ id }) => reading.choices.get(key)?.includes(id));
  if (chosen) {
    addMeasure(reading, { label: label(chosen.label, reading.locale, chosen.id), what: { kind: 'metric', id: chosen.id, form: 'value' } }, reading.mentions);
    return null;
  }
  if (candidates.length === 0) return null;
  return ask({
    trigger: 'ambiguous_term', key, question: say(reading.locale, `“${words}”指的是哪一项？`, `Which one do you mean by “${words}”?`),
    options: candidates.map((metric) => ({ label: label(metric.label, reading.locale, metric.id), value: metric.id, aliases: [...metric.synonyms.zh, ...metric.synonyms.en] })),
  });
};
