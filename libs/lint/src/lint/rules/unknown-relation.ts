import { nearestNames } from '@querent/language';
import { quoted } from '../sql-text';
import type { LintRule } from '../lint-rule';

/** A table or WITH query that does not exist, or that is not visible in the caller's catalogue. */
export const unknownRelation: LintRule = ({ issues }, { catalogue }) => {
  const known = catalogue.relations.filter((relation) => !relation.hidden);
  return issues.flatMap((issue) => {
    if (issue.kind !== 'relation') return [];
    const { written, schema } = issue;
    const sameName = known
      .filter((relation) => relation.name === written)
      .map((relation) => `${quoted(relation.schema)}.${quoted(relation.name)}`);
    const nearest =
      sameName.length > 0
        ? sameName
        : nearestNames(
            written,
            known.map(({ name }) => name),
          );
    const fragment = [schema, written].flatMap((part) => (part === null ? [] : [quoted(part)])).join('.');
    return [
      {
        rule: 'unknown_relation',
        severity: 'error' as const,
        fragment,
        message: `There is no relation ${fragment}.`,
        nearest,
      },
    ];
  });
};
