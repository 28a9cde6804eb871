import type { Stop } from '../assembly/step';
import { type Turn, UNFIT, tell } from './turn';

/** 10公里内呢 changes how far; another place takes the place of the one before. */
export function changeNear(turn: Turn): Stop | null {
  const { reading, kept } = turn;
  if (reading.draft.near) {
    if (kept.measures.length === 0) kept.order = [];
    kept.near = reading.draft.near;
    tell(turn, `地点改为${place(kept.near)}`, `the place is now ${place(kept.near)}`);
  }
  const distance = reading.mentions.find((mention) => mention.claim === null && mention.literal?.kind === 'distance');
  if (!distance || distance.literal?.kind !== 'distance') return null;
  if (!kept.near) return UNFIT;
  const { meters } = distance.literal;
  kept.near = { ...kept.near, radiusMeters: meters, span: distance.span };
  distance.claim = 'near';
  tell(turn, `距离改为${distance.span.text}`, `the distance is now ${distance.span.text}`);
  return null;
}

function place({ place: at }: NonNullable<Turn['kept']['near']>): string {
  return at.kind === 'stored' ? at.value : at.label;
}
