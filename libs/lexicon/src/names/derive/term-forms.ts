import type { NameVariant } from './head-forms';
import { HAN } from './derived-form';

/** What a term adds to the name of its thing: active customer → active, 活跃客户 → 活跃, 活跃的客户. */
export function termForms(name: string, things: readonly string[]): NameVariant[] {
  return things.flatMap((thing): NameVariant[] => {
    const rest = name.endsWith(thing) ? name.slice(0, -thing.length).trim() : '';
    if (!HAN.test(name)) return rest.length < 3 ? [] : [{ text: rest, rule: 'termRest' }];
    if (rest.length < 2) return [];
    return [
      { text: rest, rule: 'termRest' },
      { text: `${rest}的`, rule: 'termRest' },
      { text: `${rest}的${thing}`, rule: 'reordered' },
    ];
  });
}
