import { z } from 'zod';
import { compileSchema } from './compile-schema';

/** A schema that records that it has parsed a value. */
const recording = (parsed: string[], name: string): z.ZodType =>
  z.object({ [name]: z.preprocess((value) => (parsed.push(name), value), z.string()) });

it('parses a value with each object, in members, lists, alternatives, records, pipes and recursive schemas', () => {
  const parsed: string[] = [];
  const part = (name: string): z.ZodType => recording(parsed, name);
  const tree = z.object({ leaf: part('recursive'), children: z.lazy(() => z.array(tree)) }) as z.ZodType;
  compileSchema(
    z.object({
      member: part('member').optional(),
      list: z.array(part('element').nullable()),
      union: z.union([
        part('first'),
        z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), of: part('a') })]),
      ]),
      record: z.record(z.string(), part('value').default({})),
      pipe: z.unknown().pipe(part('pipe')),
      tuple: z.tuple([part('tuple')]).readonly(),
      tree,
    }),
  );
  expect(new Set(parsed)).toEqual(new Set(['member', 'element', 'first', 'a', 'value', 'pipe', 'tuple', 'recursive']));
});
