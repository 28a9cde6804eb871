import type { Near } from '@querent/contracts';
import type { Facts, FigureMeaning, SetMeaning } from '@querent/grammar';
import type { Normal } from './empty-form';

/** The location that rows are near, as a part of the query. */
export function nearOf(facts: Facts, { thing, near }: Pick<SetMeaning | FigureMeaning, 'thing' | 'near'>): Near | null {
  const location = near && facts.geoColumn(thing);
  if (!near || !location) return null;
  const { nameColumn, value, radius, span } = near;
  return { place: { kind: 'stored', nameColumn, value }, location, radiusMeters: radius, ...(span && { span }) };
}

/** States which stored location the words were read as. */
export function nearNotes({ near }: Pick<SetMeaning | FigureMeaning, 'near'>): Normal['notes'] {
  if (!near?.span || near.span.text === near.value.toLowerCase()) return [];
  const { span, value } = near;
  return [{ zh: `“${span.text}”按“${value}”的位置计算`, en: `“${span.text}” was taken as “${value}”` }];
}
