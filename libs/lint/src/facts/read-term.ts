import type { CaseExpr, CoalesceExpr, Node, TypeCast } from 'libpg-query';
import { isPresent, isRecord, stringsOf } from '@querent/sql';
import { filterKey, joinKey } from './filter-key';
import { intervalText, literalText } from './literal-text';
import { readCall } from './read-call';
import { readColumn } from './read-column';
import { readCondition, setAside } from './read-condition';
import { constantTerm, converted, madeOf, type FactScope, type Reader, type Term } from './term';

const SYMMETRIC = new Set(['+', '*', '=', '<>']);

/** Any expression as a term. Unrecognised shapes are spelt by their kind and their parts. */
export function readTerm(node: Node | undefined, scope: FactScope, reader: Reader): Term {
  if (!isPresent(node)) return constantTerm('null');
  if ('ColumnRef' in node) return readColumn(node.ColumnRef, scope, reader);
  if ('A_Const' in node) return constant(literalText(node.A_Const), reader);
  if ('ParamRef' in node) return constant(`$${node.ParamRef.number ?? 0}`, reader);
  if ('TypeCast' in node) return cast(node.TypeCast, scope, reader);
  if ('FuncCall' in node) return readCall(node.FuncCall, scope, reader);
  if ('CollateClause' in node) return reader.term(node.CollateClause.arg, scope);
  if ('SQLValueFunction' in node)
    return constantTerm((node.SQLValueFunction.op ?? '').replace(/^SVFOP_|_N$/g, '').toLowerCase());
  if ('CaseExpr' in node) return caseTerm(node.CaseExpr, scope, reader);
  if ('CoalesceExpr' in node) return coalesce(node.CoalesceExpr, scope, reader);
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK')
    return scalarQuery(node.SubLink.subselect, scope, reader);
  if ('A_Expr' in node) return operation(node, scope, reader);
  if ('BoolExpr' in node || 'NullTest' in node || 'BooleanTest' in node || 'SubLink' in node)
    return condition(node, scope, reader);
  return other(node, scope, reader);
}

function constant(text: string, reader: Reader): Term {
  if (text !== 'null') reader.facts.literals.push(text);
  return constantTerm(text, text);
}

/** A cast changes the type, not the value: it is dropped, except for intervals, whose text has many spellings. */
function cast({ arg, typeName }: TypeCast, scope: FactScope, reader: Reader): Term {
  const type = stringsOf(typeName?.names)?.at(-1);
  const text = arg && 'A_Const' in arg ? arg.A_Const.sval?.sval : undefined;
  if (type === 'interval' && text !== undefined) return constant(intervalText(text), reader);
  if (type === 'bool' && text !== undefined)
    return constantTerm(/^t|^y|^1|^on/i.test(text) ? 'true' : 'false', /^t|^y|^1|^on/i.test(text) ? 'true' : 'false');
  return converted(reader.term(arg, scope));
}

/** A CASE that only filters unreadable values is its value. */
function caseTerm({ arg, args = [], defresult }: CaseExpr, scope: FactScope, reader: Reader): Term {
  const subject = isPresent(arg) ? reader.term(arg, scope) : null;
  const branches = args.flatMap((branch) => ('CaseWhen' in branch ? [branch.CaseWhen] : []));
  const read = branches.map(({ expr, result }) => {
    const tested = expr && !subject ? readCondition(expr, 'aggregate', scope, reader) : { filters: [], joins: [] };
    const test = subject && expr ? [reader.term(expr, scope)] : [];
    return {
      tested,
      parts: [...test, reader.term(result, scope)],
      reads: expr && !subject ? readsIn(expr, scope, reader) : [],
    };
  });
  const rest = reader.term(defresult, scope);
  const guarded = guardedValue(
    read.map(({ tested, parts }) => ({ tested, value: parts.at(-1) ?? rest })),
    rest,
  );
  if (guarded) return guarded;
  const spelt = read.map(
    ({ tested, parts }) =>
      `when ${[...tested.filters.map(filterKey), ...tested.joins.map(joinKey), ...parts.slice(0, -1).map(({ text }) => text)].join(' and ')} then ${parts.at(-1)?.text}`,
  );
  const all = [...(subject ? [subject] : []), ...read.flatMap(({ parts, reads }) => [...parts, ...reads]), rest];
  return madeOf(`case ${[...(subject ? [subject.text] : []), ...spelt].join(' ')} else ${rest.text}`, all);
}

type Branch = { tested: ReturnType<typeof readCondition>; value: Term };

/** `CASE WHEN x ~ '…' THEN x::numeric END`, also with branches of NULL or a constant: x, if it is readable. */
function guardedValue(branches: readonly Branch[], rest: Term): Term | null {
  const [value, ...others] = [...branches.map((branch) => branch.value), rest].filter((term) => !term.constant);
  if (!value?.column || others.some(({ text }) => text !== value.text)) return null;
  const isGuard = branches.every(
    ({ tested: { filters, joins } }) =>
      joins.length === 0 &&
      filters.length > 0 &&
      filters.every(
        (filter) =>
          filter.subject === value.text &&
          (filter.op.startsWith('~') || filter.op === 'null' || filter.values.every((text) => !/\w/.test(text))),
      ),
  );
  return isGuard ? converted(value) : null;
}

/** `coalesce(x, 0)` is x. */
function coalesce({ args = [] }: CoalesceExpr, scope: FactScope, reader: Reader): Term {
  const parts = args.map((arg) => reader.term(arg, scope));
  const [first, ...rest] = parts;
  if (first && rest.every((part) => part.constant)) return converted(first);
  return madeOf(`coalesce(${parts.map(({ text }) => text).join(', ')})`, parts);
}

function scalarQuery(query: Node | undefined, scope: FactScope, reader: Reader): Term {
  const from = reader.facts.filters.length;
  const inner = query && 'SelectStmt' in query ? reader.query(query.SelectStmt, scope) : null;
  setAside(reader, from, 'compared');
  const terms = (inner?.columns ?? []).map(({ term }) => term);
  return {
    ...madeOf(`(select ${terms.map(({ text }) => text).join(', ')})`, terms),
    constant: false,
    items: new Set(),
    aggregate: terms.length === 1 ? (terms[0]?.aggregate ?? null) : null,
  };
}

function operation(node: Extract<Node, { A_Expr: unknown }>, scope: FactScope, reader: Reader): Term {
  const { kind, name, lexpr, rexpr } = node.A_Expr;
  if (kind === 'AEXPR_NULLIF') return converted(reader.term(lexpr, scope));
  const op = stringsOf(name)?.at(-1) ?? '';
  if (kind !== 'AEXPR_OP' || (lexpr && /^[<>=!~]/.test(op) && !/<->|<#>|->/.test(op)))
    return condition(node, scope, reader);
  const right = reader.term(rexpr, scope);
  if (!lexpr)
    return right.literal !== null && op === '-'
      ? constantTerm(`-${right.literal}`, `-${right.literal}`)
      : madeOf(`${op}${right.text}`, [right]);
  const left = reader.term(lexpr, scope);
  const sides = SYMMETRIC.has(op) ? [left.text, right.text].sort() : [left.text, right.text];
  return madeOf(`(${sides.join(` ${op} `)})`, [left, right]);
}

/** A condition used as a value. */
function condition(node: Node, scope: FactScope, reader: Reader): Term {
  const { filters, joins } = readCondition(node, 'aggregate', scope, reader);
  const text = [...filters.map(filterKey), ...joins.map(joinKey)].sort().join(' and ');
  return { ...madeOf(`(${text})`, readsIn(node, scope, reader)), constant: false };
}

/** All references in an expression, as its parts. */
function readsIn(node: Node, scope: FactScope, reader: Reader): Term[] {
  return partsOf(node, scope, reader, true);
}

function other(node: Node, scope: FactScope, reader: Reader): Term {
  const [kind = ''] = Object.keys(node);
  const parts = Object.values(node).flatMap((fields) => partsOf(fields, scope, reader, false));
  return madeOf(`${kind.toLowerCase()}(${parts.map(({ text }) => text).join(', ')})`, parts);
}

/** The terms directly below a node's fields; `deep` descends to the references. */
function partsOf(value: unknown, scope: FactScope, reader: Reader, deep: boolean): Term[] {
  if (Array.isArray(value)) return value.flatMap((item) => partsOf(item, scope, reader, deep));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'SelectStmt' || key === 'typeName' || key === 'TypeName') return [];
    const isNode =
      /^[A-Z]/.test(key) &&
      !['List', 'CaseWhen', 'A_Indices', 'String', 'Integer', 'SortBy', 'NamedArgExpr', 'A_Star'].includes(key);
    if (isNode && (!deep || key === 'ColumnRef' || key === 'FuncCall'))
      return [reader.term({ [key]: inner } as Node, scope)];
    return partsOf(inner, scope, reader, deep);
  });
}
