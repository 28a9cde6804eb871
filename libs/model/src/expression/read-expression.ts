import type {
  A_Const,
  A_Indirection,
  BoolExpr,
  BooleanTest,
  CaseExpr,
  ColumnRef,
  Node,
  NullTest,
  SQLValueFunction,
  TypeCast,
} from 'libpg-query';
import type { Expression } from './expression';
import { ExpressionError } from './expression-error';
import { FragmentReader } from './fragment-reader';
import { readCall } from './read-call';
import { readOperation } from './read-operation';
import { typeText } from './type-text';

/**
 * Converts PostgreSQL's parse tree of a fragment node by node. Nodes that are not listed are refused: subqueries,
 * windows, parameters, and nodes of later versions of PostgreSQL.
 */
export class ExpressionReader extends FragmentReader {
  read(node: Node): Expression {
    if ('A_Const' in node) return this.constant(node.A_Const, node);
    if ('ColumnRef' in node) return this.column(node.ColumnRef, node);
    if ('FuncCall' in node) return readCall(this, node.FuncCall, node);
    if ('A_Expr' in node) return readOperation(this, node.A_Expr, node);
    if ('BoolExpr' in node) return this.connective(node.BoolExpr);
    if ('NullTest' in node) return this.nullTest(node.NullTest);
    if ('BooleanTest' in node) return this.truth(node.BooleanTest);
    if ('CaseExpr' in node) return this.caseOf(node.CaseExpr);
    if ('CoalesceExpr' in node) return this.plainCall('coalesce', node.CoalesceExpr.args);
    if ('MinMaxExpr' in node) {
      const { op, args } = node.MinMaxExpr;
      return this.plainCall(op === 'IS_LEAST' ? 'least' : 'greatest', args);
    }
    if ('SQLValueFunction' in node) return this.now(node.SQLValueFunction, node);
    if ('TypeCast' in node) return this.cast(node.TypeCast, node);
    if ('A_ArrayExpr' in node) return { kind: 'array', items: this.parts(node.A_ArrayExpr.elements) };
    if ('RowExpr' in node) return { kind: 'row', items: this.parts(node.RowExpr.args) };
    if ('A_Indirection' in node) return this.subscript(node.A_Indirection, node);
    if ('CollateClause' in node) {
      const { arg, collname } = node.CollateClause;
      return { kind: 'collate', operand: this.part(arg), collation: this.names(collname) };
    }
    if ('NamedArgExpr' in node) {
      const { name = '', arg } = node.NamedArgExpr;
      return { kind: 'named', name, value: this.part(arg) };
    }
    const [tag = 'this'] = Object.keys(node);
    throw this.refusal(Object.hasOwn(REFUSALS, tag) ? (REFUSALS[tag] ?? tag) : `${tag} is not allowed`, node);
  }

  private constant({ ival, fval, boolval, sval, isnull }: A_Const, node: Node): Expression {
    if (isnull) return { kind: 'constant', value: 'null' };
    if (ival) return { kind: 'number', text: String(ival.ival ?? 0) };
    if (fval) return { kind: 'number', text: fval.fval ?? '0' };
    if (boolval) return { kind: 'constant', value: boolval.boolval ? 'true' : 'false' };
    if (sval) return { kind: 'string', value: sval.sval ?? '' };
    throw this.refusal('a bit string is not allowed', node);
  }

  private column({ fields = [] }: ColumnRef, node: Node): Expression {
    const path = this.names(fields);
    const [table = '', column] = path;
    const isWhole = fields.some((field) => 'A_Star' in field);
    if (isWhole && path.length === 1) return { kind: 'rows', table };
    if (!isWhole && path.length === 2 && column !== undefined) return { kind: 'column', table, column };
    throw this.refusal(`"${[...path, ...(isWhole ? ['*'] : [])].join('.')}" must be written table.column`, node);
  }

  private connective({ boolop, args = [] }: BoolExpr): Expression {
    const operands = this.parts(args);
    const [first, ...rest] = operands;
    if (first === undefined) throw new ExpressionError('a part of the expression is missing');
    if (boolop === 'NOT_EXPR') return { kind: 'unary', op: 'not', operand: first };
    const op = boolop === 'OR_EXPR' ? 'or' : 'and';
    return rest.reduce((left, right): Expression => ({ kind: 'binary', op, left, right }), first);
  }

  private nullTest({ arg, nulltesttype }: NullTest): Expression {
    return { kind: 'isNull', operand: this.part(arg), negated: nulltesttype === 'IS_NOT_NULL' };
  }

  private truth({ arg, booltesttype = 'IS_TRUE' }: BooleanTest): Expression {
    const negated = booltesttype.startsWith('IS_NOT_');
    const value = booltesttype.endsWith('TRUE') ? 'TRUE' : booltesttype.endsWith('FALSE') ? 'FALSE' : 'UNKNOWN';
    return { kind: 'truth', operand: this.part(arg), value, negated };
  }

  private caseOf({ arg, args = [], defresult }: CaseExpr): Expression {
    const branches = args.flatMap((branch) =>
      'CaseWhen' in branch ? [{ when: this.part(branch.CaseWhen.expr), then: this.part(branch.CaseWhen.result) }] : [],
    );
    return {
      kind: 'case',
      ...(arg && { subject: this.read(arg) }),
      branches,
      ...(defresult && { otherwise: this.read(defresult) }),
    };
  }

  private plainCall(name: string, args: readonly Node[] | undefined): Expression {
    return { kind: 'call', name, distinct: false, args: this.parts(args) };
  }

  /** CURRENT_DATE and other clock functions. CURRENT_USER and similar ones are refused, as they reveal the login. */
  private now({ op = 'SVFOP_CURRENT_USER', typmod }: SQLValueFunction, node: Node): Expression {
    const name = op.replace(/^SVFOP_|_N$/g, '').toLowerCase();
    const isClock = /^(current_(date|time|timestamp)|local(time|timestamp))$/.test(name);
    if (!isClock) throw this.refusal(`"${name}" is not allowed`, node);
    const args: Expression[] = typmod === undefined || typmod < 0 ? [] : [{ kind: 'number', text: String(typmod) }];
    return { kind: 'call', name, distinct: false, args };
  }

  private cast({ arg, typeName = {} }: TypeCast, node: Node): Expression {
    const to = typeText(typeName);
    if (to === null) throw this.refusal(`type "${this.names(typeName.names).at(-1) ?? '?'}" is not allowed`, node);
    const operand = this.part(arg);
    const isLiteral = operand.kind === 'string' && (to === 'interval' || to === 'date');
    return isLiteral ? { kind: to, value: operand.value } : { kind: 'cast', operand, to };
  }

  private subscript({ arg, indirection = [] }: A_Indirection, node: Node): Expression {
    return indirection.reduce((operand: Expression, step): Expression => {
      if (!('A_Indices' in step) || step.A_Indices.is_slice) {
        throw this.refusal('only a subscript such as [1] is allowed here', node);
      }
      return { kind: 'subscript', operand, index: this.part(step.A_Indices.uidx) };
    }, this.part(arg));
  }
}

/** Messages for refused nodes that authors of models are likely to write. */
const REFUSALS: Readonly<Record<string, string>> = {
  SubLink: 'a subquery is not allowed',
  ParamRef: 'a parameter such as $1 is not allowed',
  GroupingFunc: 'GROUPING is not allowed',
  SetToDefault: 'DEFAULT is not allowed',
  CurrentOfExpr: 'CURRENT OF is not allowed',
};
