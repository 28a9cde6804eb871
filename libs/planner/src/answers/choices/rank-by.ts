import { say } from '@querent/model';
import type { Candidate } from './candidate';
import type { Decision, Way } from './decision';
import { keyOf } from '../condition-id';
import { columnName, columnNames, namesOf, type Wording } from '../wording';

/**
 * Asks which figure ranks things or groups that the question only calls the top or the best: one way for each possible
 * figure.
 */
export function rankBy(candidates: readonly Candidate[], wording: Wording): Decision | null {
  const {
    facts: { model },
    locale,
  } = wording;
  const bare = candidates.filter(({ reading }) => reading.item.meaning.cat === 'top');
  const [meaning] = bare.map(({ reading }) => reading.item.meaning);
  if (meaning?.cat !== 'top' || bare.length < 2) return null;
  const [key] = meaning.of.cat === 'keys' ? meaning.of.keys : [];
  const of = meaning.of.cat === 'set' ? meaning.of.thing : key?.column ? keyOf(key.column) : '';
  const ways = oncePerValue(
    bare.flatMap((candidate): Way[] => {
      const [measure] = candidate.query.measures;
      const metric = measure?.what.kind === 'metric' ? model.metrics[measure.what.id] : undefined;
      if (measure && metric)
        return [{ label: measure.label, value: `metric:${metric.id}`, aliases: namesOf(metric), leads: [candidate] }];
      const [by] = candidate.query.order.map((order) => order.by);
      if (measure?.what.kind === 'aggregate') {
        const { fn, table, column } = measure.what;
        const value = `${fn}:${column ? keyOf(column) : table}`;
        return [{ label: measure.label, value, aliases: [], leads: [candidate] }];
      }
      if (by?.kind !== 'column') return [];
      const aliases = columnNames(wording, by.column);
      return [{ label: columnName(wording, by.column), value: keyOf(by.column), aliases, leads: [candidate] }];
    }),
  );
  // A single figure leaves nothing to ask about.
  if (ways.length < 2) return null;
  return {
    trigger: 'ambiguous_metric',
    key: `rank:${of}`,
    question: say(locale, '按哪一项排序？', 'What should they be ranked by?'),
    ways,
  };
}

/** One way for each figure; readings of one figure that differ in other parts are decided by those. */
function oncePerValue(ways: readonly Way[]): Way[] {
  const found = new Map<string, Way>();
  for (const way of ways) {
    const known = found.get(way.value);
    found.set(way.value, known ? { ...known, leads: [...known.leads, ...way.leads] } : way);
  }
  return [...found.values()];
}
