import { plural } from '@querent/language';
import { checkFigures } from './check-figures';
import { checkWords } from './check-words';
import type { Claimed } from './claimed';
import type { FigureToken, LabelToken, MeasureToken, TimeToken, Token, WordToken } from './claim-tokens';
import { kept, type Clause, type Context, type ParsedClause } from './parsed-clause';

/**
 * Whether the rows prove all claims of a clause. `context` holds the subjects of the preceding clauses and is updated.
 */
export function checkClause(clause: Clause, claimed: Claimed, context: Context): boolean {
  const free = clause.tokens.filter((token) => !isOfQuestion(token, clause, claimed));
  const words = free.filter((token): token is WordToken => token.kind === 'word');
  if (free.some((token): token is TimeToken => token.kind === 'time' && token.isForeign)) return false;
  if (words.some(({ sense }) => sense === 'denied' || sense === 'vague')) return false;
  const labels = free.filter((token): token is LabelToken => token.kind === 'label');
  const measures = free.filter((token): token is MeasureToken => token.kind === 'measure');
  const figures = free.filter((token): token is FigureToken => token.kind === 'figure');
  const counts = figures.filter((figure) => isCountOfRows(figure, clause, claimed));
  const open = figures.filter((figure) => !counts.includes(figure) && !figure.ordinal);
  const parsed: ParsedClause = { clause, claimed, context, labels, measures, words, figures: open };
  const single = claimed.rows.length === 1 && claimed.shape.rowCount === 1;
  if (words.some(({ sense }) => sense === 'derived') && !single && open.length + labels.length > 0) return false;
  if (words.some(({ sense }) => sense === 'derived') && counts.length === 0 && open.length === 0) return false;
  const holds =
    checkWords(
      parsed,
      figures.filter(({ ordinal }) => ordinal),
    ) && checkFigures(parsed);
  if (labels.length > 0) context.labels = kept(context.labels, labels);
  if (measures.length > 0) context.measure = measures.at(-1)?.columns ?? null;
  context.times = [...context.times, ...labels.filter(({ column }) => column === claimed.shape.time)];
  return holds;
}

/** Whether a token repeats a condition of the question together with its figure (超过100元, top 5). */
function isOfQuestion(token: Token, { text, tokens }: Clause, { asked }: Claimed): boolean {
  if (token.kind !== 'figure' && token.kind !== 'word') return false;
  const at = tokens.indexOf(token);
  const [first, last] = token.kind === 'figure' ? [tokens[at - 1], token] : [token, tokens[at + 1]];
  if (first?.kind !== 'word' || last?.kind !== 'figure' || last.start - first.end > 2) return false;
  const phrase = text.slice(first.start, last.end);
  return asked.includes(phrase);
}

/** Whether a figure is the number of rows, followed by a noun for the rows: "3 cities", 共有3个城市. */
function isCountOfRows(figure: FigureToken, { text, tokens }: Clause, { shape, rows }: Claimed): boolean {
  if (figure.value !== shape.rowCount || shape.truncated || figure.unit === '%' || figure.ordinal) return false;
  const behind = text.slice(figure.end).trimStart();
  const isMeasured = tokens.some(
    (token) =>
      token.kind === 'measure' && token.start >= figure.end && text.slice(figure.end, token.start).trim() === '',
  );
  if (isMeasured) return false;
  const isUnit = shape.columns.some(
    ({ unit, role }) =>
      role === 'measure' && unit !== undefined && unit !== '个' && (figure.unit === unit || behind.startsWith(unit)),
  );
  if (isUnit) return false;
  const things = [...shape.labels, ...(shape.time === null ? [] : [shape.time])].map(({ label }) =>
    label.toLowerCase(),
  );
  const nouns = things
    .flatMap((label) => [
      label,
      plural(label),
      label.split(' ')[0] ?? label,
      label.replace(/(?:名称|名字|名|编号)$/u, ''),
    ])
    .filter((noun) => noun !== '');
  const isThing =
    nouns.some((noun) => behind.startsWith(noun)) ||
    /^(?:组|项|条|行|个?(?:结果|记录|条目)|rows?|results?|records?|entries|groups?|items?)/.test(behind) ||
    /[组项条行]$/.test(figure.text);
  return isThing && rows.length > 0;
}
