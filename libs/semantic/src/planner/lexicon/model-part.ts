import type { SemanticModel } from '../../model/semantic-model';
import type { Attribute, Thing } from '../../model/things';
import type { Sense } from './sense';

/**
 * A part of the model by the name that options and proposals give it: `thing:orders`, `metric:revenue`, `term:vip`,
 * `attribute:orders.channel`, `value:customers.city=杭州市`. Null for whatever the model does not have.
 */
export function senseNamed(model: SemanticModel, things: ReadonlyMap<string, Thing>, name: string): Sense | null {
  const at = name.indexOf(':');
  const [kind, rest] = [name.slice(0, at), name.slice(at + 1)];
  if (kind === 'metric') return model.metrics[rest] ? { kind, id: rest } : null;
  if (kind === 'term') return model.terms[rest] ? { kind, id: rest } : null;
  if (kind === 'thing') return thingSense(things.get(rest));
  const equals = rest.indexOf('=');
  const column = kind === 'value' ? rest.slice(0, equals) : rest;
  const attribute = attributeNamed(things, column);
  if (!attribute) return null;
  if (kind === 'attribute') return { kind, attribute, qualified: true };
  const value = rest.slice(equals + 1);
  return kind === 'value' && equals > 0 && isStored(attribute, value) ? { kind, attribute, value, match: 'named' } : null;
}

/** The name of what a sense stands for, as `senseNamed` reads it; null for grammar and filters, which nobody is offered. */
export function nameOfSense(sense: Sense): string | null {
  if (sense.kind === 'metric' || sense.kind === 'term') return `${sense.kind}:${sense.id}`;
  if (sense.kind === 'thing') return `thing:${sense.thing}`;
  if (sense.kind !== 'attribute' && sense.kind !== 'value') return null;
  const column = `${sense.attribute.ref.table}.${sense.attribute.ref.column}`;
  return sense.kind === 'value' ? `value:${column}=${sense.value}` : `attribute:${column}`;
}

/** The attribute of `table.column`; column names may hold dots, table names do not. */
export function attributeNamed(things: ReadonlyMap<string, Thing>, name: string): Attribute | undefined {
  const dot = name.indexOf('.');
  return things.get(name.slice(0, dot))?.attributes.find((one) => one.ref.column === name.slice(dot + 1));
}

function thingSense(thing: Thing | undefined): Sense | null {
  return thing ? { kind: 'thing', thing: thing.name, entity: thing.kind === 'entity' } : null;
}

const storedIn = new WeakMap<Attribute, ReadonlySet<string>>();

function isStored(attribute: Attribute, value: string): boolean {
  const stored = storedIn.get(attribute) ?? new Set(attribute.stored);
  storedIn.set(attribute, stored);
  return stored.has(value) || value in attribute.values;
}
