import type { Attribute, Thing } from '../../model/things';

/** Words at the ends of column names that say the kind of figure rather than what it is of. */
const COUNT_AFFIX = /^(?:num|no|nb|cnt|count|number)$/;

/**
 * What askers call a column whose name repeats its table or its kind: `lake_name` of lake is its "name", `country_name`
 * is the "country", `num_reviews` the "reviews". Labels need help only where they name a number of something: the 学生 of 学生数.
 */
export function shortNames(thing: Thing, attribute: Attribute): string[] {
  const words = attribute.ref.column.toLowerCase().split(/[_\s]+/).filter(Boolean);
  const owner = thing.name.toLowerCase().split(/[_\s]+/);
  const own = words.length > owner.length && owner.every((word, at) => singular(word) === singular(words[at] ?? ''));
  const names: string[] = [];
  if (own) names.push(words.slice(owner.length).join(' '));
  else if (words.length > 1 && words.at(-1) === 'name') names.push(words.slice(0, -1).join(' '));
  if (words.length > 1 && COUNT_AFFIX.test(words[0] ?? '')) names.push(words.slice(1).join(' '));
  if (words.length > 1 && COUNT_AFFIX.test(words.at(-1) ?? '')) names.push(words.slice(0, -1).join(' '));
  if (attribute.role === 'measure') names.push(...countedIn(attribute));
  if (attribute.role === 'name') names.push('name', '名称', '名字');
  if (attribute.role === 'time' && words.length > 1 && /^(?:date|time|at|on|dt|day)$/.test(words.at(-1) ?? '')) names.push(...pastForms(words.slice(0, -1).join(' ')));
  return names;
}

/** What a stored number counts, where its label says so: 学生数, "number of reviews", "student count". */
export function countedIn({ label, synonyms }: Pick<Attribute, 'label' | 'synonyms'>): string[] {
  const names = [label.zh, label.en, ...synonyms.zh, ...synonyms.en].flatMap((name) => (name ? [name.toLowerCase()] : []));
  const counted = names.flatMap((name) => /^(\p{Script=Han}{2,}?)(?:总?人数|总?数量?|总数)$/u.exec(name)?.[1] ?? /^(?:number|count) of ([a-z ]+)$/.exec(name)?.[1] ?? /^([a-z ]+?)s? count$/.exec(name)?.[1] ?? []);
  return [...counted, ...counted.flatMap((name) => (/^[a-z ]+$/.test(name) ? pastForms(name.replace(/s$/, '')).slice(-1) : []))];
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

/** "hire date" is asked for as "hired". */
function pastForms(verb: string): string[] {
  if (verb.endsWith('ed')) return [verb];
  return [verb, verb.endsWith('e') ? `${verb}d` : `${verb}ed`];
}
