import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import {
  ALLOWED_BUILTINS,
  ALLOWED_POSTGIS,
  FUNCTION_COLUMNS,
  NEWER_FUNCTIONS,
  SET_RETURNING_FUNCTIONS,
  VOLATILE_FUNCTIONS,
} from './allowlists/function-allowlist';
import { ALLOWED_OPERATORS } from './allowlists/operator-allowlist';
import { ALLOWED_SAMPLE_METHODS } from './checks/statement-grammar';
import { ALLOWED_EXTENSION_TYPES, ALLOWED_TYPES } from './allowlists/type-allowlist';

interface FunctionRow {
  name: string;
  signature: string;
  builtin: boolean;
  volatility: string;
  definer: boolean;
  set: boolean;
  types: string[];
}

/** Types through which a call would reach catalogues, settings, other transactions or the server itself. */
const REACHING =
  /^(regclass|regproc\w*|regoper\w*|regtype|regrole|regnamespace|regcollation|regdictionary|internal|cstring|pg_(?!lsn)\w+|trigger|event_trigger|refcursor|\w+_handler|cid|txid_snapshot|void)$/;

/** Names of functions that read files, settings, catalogues or other sessions, or run a text as SQL. */
const OUT_OF_REACH =
  /^(pg_.*|lo_.*|lo(read|write|import|export|creat.*)|dblink.*|.*_to_xml.*|xml.*|xpath.*|ts_stat|ts_rewrite|ts_debug|ts_parse|ts_token_type|current_setting|set_config|setseed|setval|nextval|currval|lastval|txid_.*|has_.*_privilege|col_description|obj_description|format_type|inet_(client|server)_.*|version|current_(schemas?|database|query|user|role)|session_user|to_reg.*|binary_upgrade.*|brin_.*|gin_.*|query_.*|cursor_.*|.*_send|.*_recv|.*_in|.*_out|st_estimatedextent|st_findextent|addgeometrycolumn|.*geometrycolumn.*|postgis_.*|populate_geometry.*|updategeometrysrid|find_srid|st_fromflatgeobuf.*|factorial|array_fill|st_segmentize|record_.*|json_populate.*|jsonb_populate.*)$/;

const BUILTIN_SCHEMA = `'pg_catalog'::regnamespace`;

describe('the lists of reviewed names, compared with PostgreSQL 15 and PostGIS', () => {
  let server: ThrowAwayPostgres;
  let functions: FunctionRow[];
  const names = [...ALLOWED_BUILTINS, ...ALLOWED_POSTGIS];

  beforeAll(async () => {
    server = await startPostgres();
    await server.query('CREATE EXTENSION postgis');
    const found = await server.query<FunctionRow>(
      `SELECT proname AS name, oid::regprocedure::text AS signature, pronamespace = ${BUILTIN_SCHEMA} AS builtin, provolatile AS volatility, prosecdef AS definer,
              proretset AS set, ARRAY(SELECT format_type(t, NULL) FROM unnest(coalesce(proallargtypes, proargtypes::oid[]) || prorettype) t) AS types
         FROM pg_proc WHERE proname = ANY ($1)`,
      [names],
    );
    functions = found.rows.filter(({ name, builtin }) => (builtin ? ALLOWED_BUILTINS : ALLOWED_POSTGIS).has(name));
  }, 60_000);

  afterAll(() => server?.stop());

  const signatures = (keep: (row: FunctionRow) => boolean): string[] =>
    functions
      .filter(keep)
      .map(({ signature }) => signature)
      .sort();

  it('contain only existing functions, or name the version that adds them', () => {
    const there = new Set(functions.map(({ name }) => name));
    expect(names.filter((name) => !there.has(name) && !NEWER_FUNCTIONS.has(name))).toEqual([]);
    expect([...NEWER_FUNCTIONS.keys()].filter((name) => there.has(name))).toEqual([]);
  });

  it('contain only declared volatile functions', () => {
    expect(signatures(({ name, volatility }) => volatility === 'v' && !VOLATILE_FUNCTIONS.has(name))).toEqual([]);
    expect(
      [...VOLATILE_FUNCTIONS].filter((name) => !functions.some((row) => row.name === name && row.volatility === 'v')),
    ).toEqual([]);
  });

  it('contain no function that runs as its owner', () => {
    expect(signatures(({ definer }) => definer)).toEqual([]);
  });

  it('contain no function with types that reach into the server', () => {
    expect(signatures(({ types }) => types.some((type) => REACHING.test(type)))).toEqual([]);
  });

  it('contain no function that reads files, settings, catalogues or runs a text', () => {
    expect(names.filter((name) => OUT_OF_REACH.test(name))).toEqual([]);
  });

  it('know the set-returning functions and their columns', async () => {
    const several = new Set(functions.filter(({ set }) => set).map(({ name }) => name));
    expect([...several].filter((name) => !SET_RETURNING_FUNCTIONS.has(name))).toEqual([]);
    const { rows } = await server.query<{ name: string; columns: string[] }>(
      `SELECT DISTINCT proname AS name, ARRAY(SELECT n FROM unnest(proargnames, proargmodes) WITH ORDINALITY a(n, m, i) WHERE m IN ('o', 't') ORDER BY i) AS columns
         FROM pg_proc WHERE proname = ANY ($1) AND proretset AND 'o' = ANY (proargmodes)`,
      [names],
    );
    expect(
      Object.fromEntries(rows.filter(({ name }) => FUNCTION_COLUMNS[name]).map(({ name, columns }) => [name, columns])),
    ).toEqual(
      Object.fromEntries(Object.entries(FUNCTION_COLUMNS).filter(([name]) => rows.some((row) => row.name === name))),
    );
  });

  it('contain only existing operators, none of them volatile', async () => {
    const { rows } = await server.query<{ name: string; harmless: boolean }>(
      `SELECT oprname AS name, bool_and(provolatile <> 'v' AND NOT prosecdef) AS harmless FROM pg_operator JOIN pg_proc p ON p.oid = oprcode GROUP BY 1`,
    );
    const symbols = [...ALLOWED_OPERATORS].filter((name) => !name.includes('BETWEEN'));
    expect(symbols.filter((name) => !rows.some((row) => row.name === name && row.harmless))).toEqual([]);
  });

  it('contain only existing types without volatile casts', async () => {
    const { rows } = await server.query<{ name: string }>(
      `SELECT typname AS name FROM pg_type t JOIN pg_proc p ON p.oid = typinput
        WHERE provolatile <> 'v' AND NOT prosecdef AND (typnamespace = ${BUILTIN_SCHEMA} OR typname = ANY ($1))`,
      [[...ALLOWED_EXTENSION_TYPES]],
    );
    expect(
      [...ALLOWED_TYPES, ...ALLOWED_EXTENSION_TYPES].filter((name) => !rows.some((row) => row.name === name)),
    ).toEqual([]);
    const casts = await server.query(
      `SELECT castsource::regtype, casttarget::regtype FROM pg_cast JOIN pg_proc p ON p.oid = castfunc WHERE provolatile = 'v' OR prosecdef`,
    );
    expect(casts.rows).toEqual([]);
  });

  it('contain only existing sampling methods', async () => {
    const { rows } = await server.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc WHERE prorettype = 'tsm_handler'::regtype AND proname <> 'tsm_handler_in'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...ALLOWED_SAMPLE_METHODS].sort());
  });
});
