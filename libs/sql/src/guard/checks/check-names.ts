import type { FuncCall, Node, TypeName } from 'libpg-query';
import { ALLOWED_BUILTINS, ALLOWED_POSTGIS } from '../allowlists/function-allowlist';
import type { CatalogueIndex } from '../guard-catalogue';
import { GuardRefusal } from '../guard-verdict';
import { stringsOf } from './node-access';
import { ALLOWED_OPERATORS } from '../allowlists/operator-allowlist';
import { ALLOWED_EXTENSION_TYPES, ALLOWED_TYPES, SPELLED_TYPES } from '../allowlists/type-allowlist';

/** Common installation schemas of PostGIS, besides the connection's. */
const EXTENSION_SCHEMAS = new Set(['public', 'postgis', 'extensions']);

/** The schema of PostgreSQL's own functions and operators. */
const SYSTEM = { String: { sval: 'pg_catalog' } } as const;

/**
 * If a user has a function with the name of a reviewed built-in, the call is rewritten in place with the system schema:
 * PostgreSQL chooses between overloads by argument types, which a parse tree does not contain.
 *
 * @throws GuardRefusal unless the function, by name and schema, is on the list or granted to this connection
 */
export function checkFunction(call: FuncCall, catalogue: CatalogueIndex, granted: ReadonlySet<string>): void {
  const path = stringsOf(call.funcname);
  const name = path?.at(-1) ?? '';
  const schema = path && path.length === 2 ? path[0] : undefined;
  const written = path?.join('.') ?? '?';
  if (!path || path.length < 1 || path.length > 2) throw new GuardRefusal('forbidden_function', `function ${written}`);
  const isBuiltin =
    !granted.has(written) && ALLOWED_BUILTINS.has(name) && (schema === undefined || schema === 'pg_catalog');
  const meant = isBuiltin ? [`pg_catalog.${name}`] : calledNames(path, catalogue);
  if (meant.some((one) => catalogue.closedFunctions.has(one)))
    throw new GuardRefusal('forbidden_function', `function ${written}, which reads past row security`);
  if (granted.has(written)) return;
  const shadowed = schema !== 'pg_catalog' && catalogue.ownFunctions.has(name);
  if (isBuiltin) {
    if (shadowed) call.funcname = [SYSTEM, ...(call.funcname ?? [])];
    return;
  }
  if (shadowed) throw new GuardRefusal('forbidden_function', `function ${written}, which a user's own shadows`);
  if (ALLOWED_POSTGIS.has(name) && (schema === undefined || holdsExtensions(schema, catalogue))) return;
  throw new GuardRefusal('forbidden_function', `function ${written}`);
}

/** The functions that a call may mean, as `schema.name`: a user's may be in PostgreSQL's own schema. */
function calledNames(path: readonly string[], { searchPath }: CatalogueIndex): string[] {
  return path.length === 1 ? ['pg_catalog', ...searchPath].map((schema) => `${schema}.${path[0]}`) : [path.join('.')];
}

/** The granted functions that a statement calls, as `schema.name` of each that a call may mean, sorted. */
export function grantedCalls(
  calls: readonly FuncCall[],
  catalogue: CatalogueIndex,
  granted: ReadonlySet<string>,
): string[] {
  const paths = calls.map(({ funcname }) => stringsOf(funcname) ?? []).filter((path) => granted.has(path.join('.')));
  return [...new Set(paths.flatMap((path) => calledNames(path, catalogue)))].sort();
}

/** @throws GuardRefusal unless the type is a reviewed built-in, PostGIS's, or that of a visible column */
export function checkType(type: TypeName, catalogue: CatalogueIndex): void {
  const path = stringsOf(type.names) ?? [];
  const name = path.at(-1) ?? '';
  const schema = path.length === 2 ? path[0] : undefined;
  const refusal = new GuardRefusal('forbidden_type', `type ${path.join('.')}`);
  if (path.length < 1 || path.length > 2) throw refusal;
  for (const modifier of type.typmods ?? []) checkTypeModifier(modifier, refusal);
  if (ALLOWED_TYPES.has(name) && (schema === undefined || schema === 'pg_catalog')) return;
  const ownSchema = schema === undefined || holdsExtensions(schema, catalogue);
  if (ownSchema && (ALLOWED_EXTENSION_TYPES.has(name) || isColumnType(name, catalogue))) return;
  throw refusal;
}

/**
 * Rewritten like a function if a user has one of that symbol. Operations without a symbol (IN, LIKE, BETWEEN) cannot be
 * qualified.
 *
 * @returns the name to write
 * @throws GuardRefusal unless the operator's symbol is PostgreSQL's or PostGIS's own
 */
export function checkOperator(name: readonly Node[], isWritten: boolean, catalogue: CatalogueIndex): Node[] {
  const path = stringsOf(name) ?? [];
  const schema = path.length === 2 ? path[0] : undefined;
  const known = ALLOWED_OPERATORS.has(path.at(-1) ?? '');
  const ownSchema = schema === undefined || schema === 'pg_catalog' || holdsExtensions(schema, catalogue);
  if (!known || !ownSchema || path.length > 2)
    throw new GuardRefusal('forbidden_operator', `operator ${path.join('.')}`);
  const shadowed = schema !== 'pg_catalog' && catalogue.ownOperators.has(path.at(-1) ?? '');
  if (shadowed && (schema !== undefined || !isWritten))
    throw new GuardRefusal('forbidden_operator', `operator ${path.join('.')}, which a user's own shadows`);
  return shadowed ? [SYSTEM, ...name] : [...name];
}

function holdsExtensions(schema: string, catalogue: CatalogueIndex): boolean {
  return EXTENSION_SCHEMAS.has(schema) || catalogue.searchPath.includes(schema);
}

function isColumnType(name: string, catalogue: CatalogueIndex): boolean {
  return (
    catalogue.columnTypes.has(name) &&
    !SPELLED_TYPES.has(name) &&
    !/^(reg|pg_)|^(oid|xml|name|record|cstring|any.*)$/.test(name)
  );
}

/** `numeric(10,2)` or `geometry(Point, 4326)`: constants and bare words, which the parser calls column references. */
function checkTypeModifier(modifier: Node, refusal: GuardRefusal): void {
  const isConstant = 'A_Const' in modifier;
  const isWord = 'ColumnRef' in modifier && stringsOf(modifier.ColumnRef.fields)?.length === 1;
  if (!isConstant && !isWord) throw refusal;
}
