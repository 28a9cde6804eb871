import type { TextKind } from './generic-texts';

/**
 * The text kinds of a JSON value: one kind for all texts below, `untouched` for customer data or our own texts, or a
 * plan per member. An array uses the plan for its items. `*` is for unnamed members; without it they are of kind
 * `text`, so that new members of a view are gated by default.
 */
export type GatePlan = TextKind | 'untouched' | { readonly [member: string]: GatePlan };

/**
 * The value with every text gated. Texts that become empty are removed from arrays. Returns the same object if nothing
 * changed.
 */
export function gatedJson<T>(value: T, plan: GatePlan, gate: (text: string, kind: TextKind) => string): T {
  return walk(value, plan) as T;

  function walk(part: unknown, of: GatePlan): unknown {
    if (of === 'untouched' || part === null) return part;
    if (typeof part === 'string') return gate(part, typeof of === 'string' ? of : 'text');
    if (Array.isArray(part)) return items(part, of);
    return typeof part === 'object' ? members(part as Record<string, unknown>, of) : part;
  }

  function items(list: readonly unknown[], of: GatePlan): unknown {
    const walked = list.map((item) => walk(item, of));
    if (walked.every((item, i) => item === list[i])) return list;
    return walked.filter((item, i) => item !== '' || list[i] === '');
  }

  function members(object: Record<string, unknown>, of: GatePlan): unknown {
    let changed: Record<string, unknown> | null = null;
    for (const [member, item] of Object.entries(object)) {
      const walked = walk(item, typeof of === 'string' ? of : (of[member] ?? of['*'] ?? 'text'));
      if (walked === item) continue;
      changed ??= { ...object };
      changed[member] = walked;
    }
    return changed ?? object;
  }
}
