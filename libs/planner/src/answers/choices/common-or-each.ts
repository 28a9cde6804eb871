import type { ColumnRef } from '@querent/contracts';
import { plural } from '@querent/language';
import { describeQuery } from '@querent/explain';
import { say } from '@querent/model';
import type { Candidate } from './candidate';
import type { Existence } from '@querent/grammar';
import type { Decision } from './decision';
import { qualifiedName, thingName, type Wording } from '../wording';

/** Asks whether the question is about the values that some things have in common, or about the values of each thing. */
export function commonOrEach(candidates: readonly Candidate[], wording: Wording): Decision | null {
  const { facts, locale } = wording;
  const common = candidates.filter((candidate) => allOf(candidate) !== undefined);
  const others = candidates.filter((candidate) => allOf(candidate) === undefined);
  // The values of each thing are listed rather than counted.
  const lists = others.filter(({ query }) => query.measures.length === 0);
  const each = lists.length > 0 ? lists : others;
  const [first] = common;
  const [apart] = each;
  const all = first && allOf(first);
  if (!first || !apart || !all) return null;
  const thing = thingName(wording, all.table);
  const names = facts.nameColumn(all.table);
  const isName = (ref: ColumnRef): boolean => ref.table === names?.table && ref.column === names.column;
  const shown = apart.query.select.filter((ref) => !isName(ref)).map((ref) => qualifiedName(wording, ref));
  const columns = shown.join(say(locale, '、', ', '));
  return {
    trigger: 'ambiguous_term',
    key: `scope:${all.table}`,
    question: say(
      locale,
      '您想看所有对象共有的，还是每个对象各自的？',
      'Do you want what they all have in common, or what each of them has?',
    ),
    ways: [
      {
        label: say(locale, `每个${thing}各自的${columns}`, `For each of the ${plural(thing)}: its ${columns}`),
        value: 'each',
        aliases: ['各自', '每个', '分别', 'each', 'every', 'separately'],
        leads: each,
      },
      {
        label: describeQuery(first.query, { model: facts.model, locale }),
        value: 'common',
        aliases: ['共有', '共同', '都有', 'common', 'in common', 'shared', 'all'],
        leads: common,
      },
    ],
  };
}

const allOf = ({ query: { filters } }: Candidate): Existence | undefined =>
  filters.find((one): one is Existence => one.kind === 'exists' && one.all === true);
