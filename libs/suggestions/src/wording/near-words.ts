import type { Near } from '@querent/contracts';
import type { Asked } from '../asked';
import { ownWords } from './own-words';

/**
 * Words for a distance condition: 西湖附近5公里内 / within 5 km of West Lake. Empty for a question about the nearest, whose
 * text names the place itself; null if the place has no name.
 */
export function nearWords(asked: Asked, near: Near): string | null {
  const place = placeWords(asked, near);
  if (place === null) return null;
  if (near.radiusMeters === null) return '';
  const kilometres = near.radiusMeters % 1000 === 0 || near.radiusMeters > 1000;
  const distance = kilometres ? near.radiusMeters / 1000 : near.radiusMeters;
  return {
    zh: `${place}附近${distance}${kilometres ? '公里' : '米'}内`,
    en: `within ${distance} ${kilometres ? 'km' : 'meters'} of ${place}`,
  }[asked.locale];
}

/** The place in the asker's words, else its stored name. */
export function placeWords(asked: Asked, { place, span }: Near): string | null {
  if (place.kind === 'point') return null;
  return ownWords(asked, span)?.words ?? place.value;
}
