import type { Thing } from '../../model/things';

/** Heads that say nothing of what is meant: they are words of grammar, or kinds of anything. */
const EMPTY: ReadonlySet<string> = new Set(['data', 'record', 'list', 'table', 'detail', 'info', 'information', 'type', 'kind', 'category', 'entry', 'row', 'register', 'log', 'history', 'number', 'count', 'name', 'date', 'time', 'year', 'month', 'day', 'value', 'status', 'code', 'set', 'group', 'item']);

/**
 * "Spots" for scenic spots, "sections" for course sections: people say the last word of an English name alone, where only one thing is
 * called so. The tables that an entity is kept in are that entity. In Chinese 各校 are the 学校. A thing a step.
 */
export function* headNouns(things: ReadonlyMap<string, Thing>): Generator<void, Map<string, string[]>> {
  const kept = new Set([...things.values()].flatMap((thing) => (thing.kind === 'entity' ? thing.tables : [])));
  const owners = new Map<string, Set<string>>();
  for (const thing of things.values()) {
    for (const head of kept.has(thing.name) ? [] : [...headsOf(thing), ...eachOf(thing)]) owners.set(head, (owners.get(head) ?? new Set()).add(thing.name));
    yield;
  }
  const heads = new Map<string, string[]>();
  for (const [head, of] of owners) {
    const [only, other] = of;
    if (only !== undefined && other === undefined) heads.set(only, [...(heads.get(only) ?? []), head]);
  }
  return heads;
}

function headsOf({ label, synonyms }: Thing): string[] {
  const ends = [label.en ?? '', ...synonyms.en].flatMap((name) => /^[a-z][a-z-]*(?: [a-z-]+)* ([a-z]{3,})$/i.exec(name)?.[1]?.toLowerCase() ?? []);
  return [...new Set(ends)].filter((head) => !EMPTY.has(head.replace(/s$/, '')));
}

/** Houses of one kind that a single character names behind 各 and 每. Those of administration (省, 区) may be of another level. */
const HOUSE = /^\p{Script=Han}([校店院厂馆站园所])$/u;

function eachOf({ label, synonyms }: Thing): string[] {
  const heads = new Set([label.zh ?? '', ...synonyms.zh].flatMap((name) => HOUSE.exec(name)?.[1] ?? []));
  return [...heads].flatMap((head) => [`各${head}`, `每${head}`]);
}
