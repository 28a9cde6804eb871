import type { LintRule } from '../lint-rule';
import { quoted } from '../sql-text';

/** A name without a qualifier that several relations of FROM have. */
export const ambiguousColumn: LintRule = ({ issues }) =>
  issues.flatMap((issue) => {
    if (issue.kind !== 'ambiguous') return [];
    const fragment = issue.path.map(quoted).join('.');
    const name = issue.path.at(-1) ?? '';
    const nearest = issue.items.flatMap((item) => (item.name === null ? [] : [`${quoted(item.name)}.${quoted(name)}`]));
    return [
      {
        rule: 'ambiguous_column',
        severity: 'error' as const,
        fragment,
        message: `Column ${fragment} is ambiguous: write which relation it is of.`,
        nearest,
      },
    ];
  });
