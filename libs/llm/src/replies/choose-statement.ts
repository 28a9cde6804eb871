import { type ModelReply, unreadable } from './model-reply';
import { ASKING, DOUBT } from './reply-words';
import { type Found, MOST_STATEMENTS } from './statements';

/**
 * Chooses among the statements of a reply, with the surrounding prose. Several different statements are never resolved
 * by a guess: equal ones count once; one marked as exploration runs first, with the other as its draft; so does a
 * `SELECT DISTINCT` beside words of doubt; a single one marked as final wins; otherwise the reply is unreadable.
 */
export function chooseStatement(all: readonly Found[], prose: string): ModelReply | null {
  const found = withoutRepeats(all);
  if (found.length === 0) return null;
  if (found.length > MOST_STATEMENTS) return unreadable('too many statements');
  const marked = found.filter(({ mark }) => mark === 'exploration');
  const doubtful = DOUBT.test(prose) || ASKING.test(prose);
  const explorations =
    marked.length > 0
      ? marked
      : doubtful
        ? found.filter(({ mark, read }) => mark !== 'final' && read?.distinct === true)
        : [];
  const [exploration] = explorations;
  if (exploration !== undefined && explorations.length === 1)
    return {
      kind: 'intermediate_sql',
      sql: exploration.sql,
      draft: onlyStatement(found.filter((one) => one !== exploration && one.read?.full === true)),
    };
  if (explorations.length > 1 && explorations.length === found.length)
    return { kind: 'intermediate_sql', sql: exploration?.sql ?? '', draft: null };
  const sql = onlyStatement(found);
  return sql === null ? unreadable('several different statements') : { kind: 'sql', sql };
}

/** The only statement, or the only one marked as final; null: ambiguous. */
function onlyStatement(found: readonly Found[]): string | null {
  const finals = found.filter(({ mark }) => mark === 'final');
  const [meant, second] = finals.length > 0 ? finals : found;
  return meant !== undefined && second === undefined ? meant.sql : null;
}

function withoutRepeats(found: readonly Found[]): Found[] {
  const byKey = new Map<string, Found>();
  for (const one of found) {
    const key = one.read?.key ?? one.sql.replace(/\s+/gu, ' ').toLowerCase();
    const known = byKey.get(key);
    byKey.set(
      key,
      known === undefined ? one : { ...known, mark: known.mark ?? one.mark, fenced: known.fenced || one.fenced },
    );
  }
  return [...byKey.values()];
}
