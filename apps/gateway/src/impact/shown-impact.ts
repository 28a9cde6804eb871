import type { Locale } from '@querent/contracts';
import type { DefinitionCheck, Impact } from '@querent/impact';
import { label } from '@querent/model';
import { WITHHELD } from '../admin/withheld-texts';

export type ShownImpact = Omit<Impact, 'definitions'> & {
  definitions: { status: Impact['definitions']['status']; checks: DefinitionCheck[] };
};

/**
 * A comparison in the caller's language. Paths, messages of the database and values are only for callers with the scope
 * `sql:read`.
 */
export function shownImpact(
  { definitions: { status, checks }, ...impact }: Impact,
  { seesSql, locale }: { seesSql: boolean; locale: Locale },
): ShownImpact {
  const shown = checks.map((check) => ({
    ...check,
    label: label(check.label, locale),
    message: check.message?.[locale] ?? null,
    ...(seesSql ? {} : { path: WITHHELD, cause: null, value: null }),
  }));
  return { ...impact, definitions: { status, checks: shown } };
}
