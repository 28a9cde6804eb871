import { type Reading, claim } from '../reading/reading';
import { cueOf, sensesOf } from '../reading/mention';
import { tiedAttributes } from './ask-about';
import { closestAttributes } from './choose-attribute';
import { headOf, thingOf } from './head-thing';
import { homeOf } from './measure-home';
import type { Stop } from './step';

/** What the rows of the answer are about: the home of the first measure, else the head of the list, else the owner of the columns. */
export function decideSubject(reading: Reading): Stop | null {
  const { draft, lexicon, mentions } = reading;
  if (draft.subject) return null;
  const measured = draft.measures[0] && homeOf(reading, draft.measures[0].what);
  const home = measured ? lexicon.things.get(measured) : undefined;
  if (home) {
    draft.subject = { thing: home };
    for (const mention of mentions) if (mention.claim === null && thingOf(reading, mention) === home) claim('subject', mention);
    return null;
  }
  const head = headOf(reading);
  if (head) {
    draft.subject = { thing: head.thing, span: head.mention.span };
    claim('subject', head.mention);
    return null;
  }
  const open = mentions.filter((mention) => mention.claim === null);
  const named = open.flatMap((mention) => ownersOf(mention));
  const owners = named.length > 0 || !asksForRows(reading) ? named : open.flatMap((mention) => ownersOfValue(mention));
  const counted = new Map<string, number>();
  for (const owner of owners) counted.set(owner, (counted.get(owner) ?? 0) + 1);
  const most = Math.max(0, ...counted.values());
  const leading = [...counted].flatMap(([owner, times]) => (times === most ? [lexicon.things.get(owner)] : []));
  const entity = leading.find((thing) => thing?.kind === 'entity');
  const only = entity ?? (leading.length === 1 ? leading[0] : undefined);
  if (only) draft.subject = { thing: only };
  return only ? null : askWhose(reading, open);
}

/** 上个月的金额: a figure that several things have, and no word that says of which. */
function askWhose(reading: Reading, open: Reading['mentions']): Stop | null {
  const { draft } = reading;
  const figures = open.filter((mention) => sensesOf(mention, 'attribute').length > 0);
  const [figure] = figures;
  const attributes = figure && figures.length === 1 && draft.measures.length === 0 ? closestAttributes(reading, figure, (one) => one.role === 'measure') : [];
  if (!figure || new Set(attributes.map(({ ref }) => ref.table)).size < 2) {
    const [only] = attributes;
    const thing = only && reading.lexicon.things.get(only.ref.table);
    if (thing) draft.subject = { thing };
    return null;
  }
  return tiedAttributes(reading, figure, attributes);
}

/** Only a question that asks for rows has a subject that none of its words name: "who are our VIPs", cheapest book, 高中名单. */
function asksForRows({ mentions, text }: Reading): boolean {
  return mentions.some((mention) => ['list', 'which', 'all', 'superlative'].some((kind) => cueOf(mention, kind as 'list') !== null)) || /^who(?:se|m|'s)?\b/.test(text);
}

/** What has such kinds: VIP is a kind of customer, 高中 a kind of school. */
function ownersOfValue(mention: Reading['mentions'][number]): string[] {
  const kinds = sensesOf(mention, 'value').filter(({ attribute, match }) => attribute.role === 'dimension' && match !== 'suffix');
  return [...new Set(kinds.map(({ attribute }) => attribute.ref.table))];
}

function ownersOf(mention: Reading['mentions'][number]): string[] {
  const attributes = sensesOf(mention, 'attribute').map((sense) => sense.attribute.ref.table);
  return [...new Set(attributes)];
}
