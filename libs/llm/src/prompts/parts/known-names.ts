import type { SemanticModel } from '@querent/model';

/**
 * A technical message without names that neither the model nor the statement contains: a database hint such as "perhaps
 * you meant the column …" may name hidden columns.
 */
export function withKnownNames(message: string, statement: string, model: SemanticModel): string {
  const known = new Set([...namesOf(model), ...wordsOf(statement)]);
  const unknown = (name: string): boolean => !wordsOf(name).every((word) => known.has(word));
  return message
    .replace(/"([^"\n]+)"/g, (whole, name: string) => (unknown(name) ? '"…"' : whole))
    .replace(
      /(?<![\p{L}\p{N}_"])([\p{L}_][\p{L}\p{N}_$]*)\.([\p{L}_][\p{L}\p{N}_$]*)/gu,
      (whole, owner: string, name: string) => (known.has(owner.toLowerCase()) && unknown(name) ? `${owner}.…` : whole),
    );
}

const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []).map((word) => word.toLowerCase());

const cache = new WeakMap<SemanticModel, string[]>();

function namesOf(model: SemanticModel): string[] {
  const known =
    cache.get(model) ??
    Object.values(model.tables)
      .flatMap((table) => [table.name, ...Object.keys(table.columns)])
      .flatMap(wordsOf);
  cache.set(model, known);
  return known;
}
