import { type ModelReply, unreadable } from './model-reply';
import { ASKING, DOUBT } from './reply-words';
import { type Found, MOST_STATEMENTS } from './statements';

/**
 * What the statements of a reply come to, with the words around them. Of several different ones none is run on a guess:
 * the same one twice is one; one marked as exploration is looked at first, the other being its draft; so is a `SELECT
 * DISTINCT` beside words of doubt; the only one marked as final wins; else the reply is unreadable.
 */
export function judgeStatements(all: readonly Found[], prose: string): ModelReply | null {
  const found = withoutRepeats(all);
  if (found.length === 0) return null;
  if (found.length > MOST_STATEMENTS) return unreadable('too many statements');
  const marked = found.filter(({ mark }) => mark === 'exploration');
  const doubted = DOUBT.test(prose) || ASKING.test(prose);
  const looks =
    marked.length > 0
      ? marked
      : doubted
        ? found.filter(({ mark, read }) => mark !== 'final' && read?.distinct === true)
        : [];
  const [look] = looks;
  if (look !== undefined && looks.length === 1)
    return {
      kind: 'intermediate_sql',
      sql: look.sql,
      draft: meantOf(found.filter((one) => one !== look && one.read?.full === true)),
    };
  if (looks.length > 1 && looks.length === found.length)
    return { kind: 'intermediate_sql', sql: look?.sql ?? '', draft: null };
  const sql = meantOf(found);
  return sql === null ? unreadable('several different statements') : { kind: 'sql', sql };
}

/** The one statement that is meant: the only one, or the only one that is called final. */
function meantOf(found: readonly Found[]): string | null {
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
