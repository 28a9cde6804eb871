import type { GuardCode } from '../guard-verdict';

/**
 * The allowed part of PostgreSQL's parse tree, node by node. An unlisted node or field is refused, so additions of
 * later PostgreSQL versions are refused until they are reviewed. `field` holds nodes in wrappers, lists or scalars;
 * `field:Node` holds that node's fields without a wrapper, as libpg-query prints typed fields.
 */
const GRAMMAR_LINES: Record<string, string> = {
  SelectStmt:
    'distinctClause targetList fromClause whereClause groupClause groupDistinct havingClause windowClause valuesLists ' +
    'sortClause limitOffset limitCount limitOption withClause:WithClause op all larg:SelectStmt rarg:SelectStmt',
  WithClause: 'ctes recursive',
  CommonTableExpr:
    'ctename aliascolnames ctematerialized ctequery search_clause:CTESearchClause cycle_clause:CTECycleClause',
  CTESearchClause: 'search_col_list search_breadth_first search_seq_column',
  CTECycleClause: 'cycle_col_list cycle_mark_column cycle_mark_value cycle_mark_default cycle_path_column',
  ResTarget: 'name val',
  RangeVar: 'schemaname relname inh relpersistence alias:Alias',
  RangeSubselect: 'lateral subquery alias:Alias',
  RangeFunction: 'lateral ordinality is_rowsfrom functions alias:Alias coldeflist',
  RangeTableSample: 'relation method args repeatable',
  JoinExpr: 'jointype isNatural larg rarg usingClause join_using_alias:Alias quals alias:Alias',
  Alias: 'aliasname colnames',
  ColumnDef: 'colname typeName:TypeName is_local collClause:CollateClause',
  ColumnRef: 'fields',
  ParamRef: 'number',
  A_Const: 'ival:Integer fval:Float boolval:Boolean sval:String bsval:BitString isnull',
  Integer: 'ival',
  Float: 'fval',
  Boolean: 'boolval',
  String: 'sval',
  BitString: 'bsval',
  List: 'items',
  A_Star: '',
  A_Expr: 'kind name lexpr rexpr',
  A_Indirection: 'arg indirection',
  A_Indices: 'is_slice lidx uidx',
  A_ArrayExpr: 'elements',
  RowExpr: 'args row_format',
  BoolExpr: 'boolop args',
  BooleanTest: 'arg booltesttype',
  NullTest: 'arg nulltesttype',
  CaseExpr: 'arg args defresult',
  CaseWhen: 'expr result',
  CoalesceExpr: 'args',
  MinMaxExpr: 'op args',
  SubLink: 'subLinkType testexpr operName subselect',
  SortBy: 'node sortby_dir sortby_nulls',
  GroupingSet: 'kind content',
  GroupingFunc: 'args',
  WindowDef: 'name refname partitionClause orderClause frameOptions startOffset endOffset',
  FuncCall:
    'funcname args agg_order agg_filter over:WindowDef agg_within_group agg_star agg_distinct func_variadic funcformat',
  NamedArgExpr: 'name arg argnumber',
  SQLValueFunction: 'op typmod',
  TypeCast: 'arg typeName:TypeName',
  TypeName: 'names typmods typemod arrayBounds',
  CollateClause: 'arg collname',
  JsonObjectConstructor: 'exprs output:JsonOutput absent_on_null unique',
  JsonArrayConstructor: 'exprs output:JsonOutput absent_on_null',
  JsonObjectAgg: 'constructor:JsonAggConstructor arg:JsonKeyValue absent_on_null unique',
  JsonArrayAgg: 'constructor:JsonAggConstructor arg:JsonValueExpr absent_on_null',
  JsonAggConstructor: 'output:JsonOutput agg_filter agg_order over:WindowDef',
  JsonKeyValue: 'key value:JsonValueExpr',
  JsonValueExpr: 'raw_expr format:JsonFormat',
  JsonOutput: 'typeName:TypeName returning:JsonReturning',
  JsonReturning: 'format:JsonFormat',
  JsonFormat: 'format_type encoding',
  JsonIsPredicate: 'expr format:JsonFormat item_type unique_keys',
};

/** Every allowed node with its allowed fields; a field's value is the type of its unwrapped node, or null. */
export const STATEMENT_GRAMMAR: ReadonlyMap<string, ReadonlyMap<string, string | null>> = new Map(
  Object.entries(GRAMMAR_LINES).map(([node, fields]) => [
    node,
    new Map(fields.split(' ').filter(Boolean).map(readField)),
  ]),
);

/** Refusals with a more specific code than `forbidden_construct`: by node, or by node and field. */
export const NAMED_REFUSALS: Readonly<Record<string, GuardCode>> = {
  'SelectStmt.intoClause': 'select_into',
  'SelectStmt.lockingClause': 'locking_clause',
  InsertStmt: 'data_modification',
  UpdateStmt: 'data_modification',
  DeleteStmt: 'data_modification',
  MergeStmt: 'data_modification',
};

/** `CURRENT_DATE` and its family, without those that reveal user or server. */
export const ALLOWED_VALUE_FUNCTIONS: ReadonlySet<string> = new Set([
  'SVFOP_CURRENT_DATE',
  'SVFOP_CURRENT_TIME',
  'SVFOP_CURRENT_TIME_N',
  'SVFOP_CURRENT_TIMESTAMP',
  'SVFOP_CURRENT_TIMESTAMP_N',
  'SVFOP_LOCALTIME',
  'SVFOP_LOCALTIME_N',
  'SVFOP_LOCALTIMESTAMP',
  'SVFOP_LOCALTIMESTAMP_N',
]);

/** The two sampling methods that PostgreSQL ships; others would be an extension's functions. */
export const ALLOWED_SAMPLE_METHODS: ReadonlySet<string> = new Set(['system', 'bernoulli']);

function readField(text: string): [string, string | null] {
  const [field = '', node] = text.split(':');
  return [field, node ?? null];
}
