import { z } from 'zod';

/**
 * Makes zod compile the parsers of all objects and unions in a schema, which it otherwise does when the first value
 * arrives for each.
 */
export function compileSchema(schema: z.core.$ZodType, visited = new Set<unknown>()): void {
  if (visited.has(schema)) return;
  visited.add(schema);
  const { def } = schema._zod;
  if (def.type === 'object' || def.type === 'union') z.safeParse(schema, {});
  for (const part of schemasIn(schema instanceof z.core.$ZodLazy ? schema._zod.innerType : Object.values(def)))
    compileSchema(part, visited);
}

/** The schemas of a definition: those of members, elements and alternatives. */
function schemasIn(value: unknown): z.core.$ZodType[] {
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof z.core.$ZodType) return [value];
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype ? Object.values(value).flatMap(schemasIn) : [];
}
