import type { Attribute, Thing } from './model-view';

/** The attribute that stands for a thing when one asks "by customer" or "which schools". */
export function nameOf(thing: Thing): Attribute | null {
  const names = thing.attributes.filter((one) => one.role === 'name');
  const key = thing.primaryKey.length === 1 ? thing.attributes.find((one) => one.ref.column === thing.primaryKey[0]) : undefined;
  return names[0] ?? thing.attributes.find((one) => one.unique && one.category === 'text') ?? key ?? null;
}
