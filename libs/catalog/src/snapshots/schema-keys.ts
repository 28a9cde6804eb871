import { z } from 'zod';

/** The keys of a strict object schema at a path; empty if there is no object at the path. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: z.ZodType | undefined = schema;
  for (const part of path) here = here && step(unwrap(here), part);
  const object = here && unwrap(here);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function step(schema: z.ZodType, part: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.ZodType | undefined>)[part];
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  return undefined;
}

/** The schema inside optional, default and transform wrappers; for a union, its object. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  if (schema instanceof z.ZodUnion) {
    const options = (schema.options as z.ZodType[]).map(unwrap);
    return options.find((option) => option instanceof z.ZodObject) ?? schema;
  }
  return schema;
}
