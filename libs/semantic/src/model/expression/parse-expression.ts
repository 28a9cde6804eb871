import type { BinaryOperator, Expression } from './expression';
import { AGGREGATES, CAST_TYPES, ROW_FUNCTIONS, isAggregate } from './function-allowlist';
import { ExpressionError, tokenize, type Token } from './tokens';

/**
 * Parses the SQL subset of model files by precedence climbing, with PostgreSQL's precedences.
 * Columns must be written `table.column`. Throws `ExpressionError` with what is wrong.
 */
export function parseExpression(source: string): Expression {
  const parser = new Parser(tokenize(source));
  const expression = parser.expression(0);
  parser.expectEnd();
  return expression;
}

const BINARY: Readonly<Record<string, { power: number; op: BinaryOperator }>> = {
  or: { power: 1, op: 'or' },
  and: { power: 2, op: 'and' },
  '=': { power: 5, op: '=' },
  '<>': { power: 5, op: '<>' },
  '!=': { power: 5, op: '<>' },
  '<': { power: 5, op: '<' },
  '<=': { power: 5, op: '<=' },
  '>': { power: 5, op: '>' },
  '>=': { power: 5, op: '>=' },
  '||': { power: 7, op: '||' },
  '~': { power: 7, op: '~' },
  '!~': { power: 7, op: '!~' },
  '+': { power: 8, op: '+' },
  '-': { power: 8, op: '-' },
  '*': { power: 9, op: '*' },
  '/': { power: 9, op: '/' },
  '%': { power: 9, op: '%' },
};
const NOT_POWER = 3;
const IS_POWER = 4;
const RANGE_POWER = 6;
const UNARY_POWER = 10;
const RESERVED = new Set(['and', 'or', 'not', 'is', 'in', 'between', 'like', 'ilike', 'when', 'then', 'else', 'end', 'from', 'select', 'where', 'union']);

class Parser {
  private position = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  expression(minimum: number): Expression {
    let left = this.prefix();
    for (;;) {
      const next = this.infix(left, minimum);
      if (!next) return left;
      left = next;
    }
  }

  expectEnd(): void {
    if (this.peek().kind !== 'end') throw this.unexpected();
  }

  private prefix(): Expression {
    if (this.takeWord('not')) return { kind: 'unary', op: 'not', operand: this.expression(NOT_POWER) };
    if (this.takeSymbol('-')) return { kind: 'unary', op: '-', operand: this.expression(UNARY_POWER) };
    let operand = this.primary();
    while (this.takeSymbol('::')) operand = { kind: 'cast', operand, to: this.typeName() };
    return operand;
  }

  private infix(left: Expression, minimum: number): Expression | undefined {
    const token = this.peek();
    if (token.kind !== 'symbol' && token.kind !== 'name') return undefined;
    if (token.kind === 'name' && token.text === 'is') return minimum < IS_POWER ? this.isNull(left) : undefined;
    const negated = token.kind === 'name' && token.text === 'not';
    const word = negated ? this.peek(1) : token;
    if (word.kind === 'name' && ['in', 'between', 'like', 'ilike'].includes(word.text)) {
      if (minimum >= RANGE_POWER) return undefined;
      this.position += negated ? 2 : 1;
      return this.range(left, word.text, negated);
    }
    const binary = Object.hasOwn(BINARY, token.text) ? BINARY[token.text] : undefined;
    if (!binary || binary.power <= minimum) return undefined;
    this.position += 1;
    return { kind: 'binary', op: binary.op, left, right: this.expression(binary.power) };
  }

  private isNull(operand: Expression): Expression {
    this.position += 1;
    const negated = this.takeWord('not');
    if (!this.takeWord('null')) throw this.unexpected('null');
    return { kind: 'isNull', operand, negated };
  }

  private range(operand: Expression, word: string, negated: boolean): Expression {
    if (word === 'in') return { kind: 'in', operand, list: this.list(), negated };
    if (word === 'between') {
      const from = this.expression(RANGE_POWER);
      if (!this.takeWord('and')) throw this.unexpected('and');
      return { kind: 'between', operand, from, to: this.expression(RANGE_POWER), negated };
    }
    return { kind: 'like', operand, pattern: this.expression(RANGE_POWER), caseless: word === 'ilike', negated };
  }

  private primary(): Expression {
    const token = this.next();
    if (token.kind === 'number') return { kind: 'number', text: token.text };
    if (token.kind === 'string') return { kind: 'string', value: token.text };
    if (token.kind === 'symbol' && token.text === '(') return this.closing(this.expression(0));
    if (token.kind === 'quoted') return this.column(token.text);
    if (token.kind === 'name' && !RESERVED.has(token.text)) return this.named(token);
    throw this.unexpected(undefined, token);
  }

  private named({ text: name }: Token): Expression {
    if (this.peek().text === '.' && this.peek().kind === 'symbol') return this.column(name);
    if (name === 'true' || name === 'false' || name === 'null') return { kind: 'constant', value: name };
    if ((name === 'interval' || name === 'date') && this.peek().kind === 'string') return { kind: name, value: this.next().text };
    if (name === 'case') return this.caseOf();
    if (name === 'current_date') return { kind: 'call', name, distinct: false, args: [] };
    if (this.takeSymbol('(')) return name === 'extract' ? this.extract() : this.call(name);
    throw new ExpressionError(`"${name}" must be written table.column`);
  }

  private column(table: string): Expression {
    if (!this.takeSymbol('.')) throw new ExpressionError(`"${table}" must be written table.column`);
    if (this.takeSymbol('*')) return { kind: 'rows', table };
    const token = this.next();
    if (token.kind !== 'name' && token.kind !== 'quoted') throw this.unexpected('a column', token);
    return { kind: 'column', table, column: token.text };
  }

  private call(name: string): Expression {
    if (!isAggregate(name) && !Object.hasOwn(ROW_FUNCTIONS, name)) throw new ExpressionError(`function "${name}" is not allowed`);
    const distinct = this.takeWord('distinct');
    const args = this.argumentsUntilClose();
    const [fewest, most] = isAggregate(name) ? [AGGREGATES[name] ?? 1, AGGREGATES[name] ?? 1] : (ROW_FUNCTIONS[name] ?? [0, 0]);
    if (args.length < fewest || args.length > most) throw new ExpressionError(`function "${name}" takes ${fewest === most ? fewest : `${fewest} to ${most}`} argument(s)`);
    if (distinct && !isAggregate(name)) throw new ExpressionError(`"distinct" belongs to an aggregate, not to "${name}"`);
    if (!this.takeWord('filter')) return { kind: 'call', name, distinct, args };
    if (!isAggregate(name) || !this.takeSymbol('(') || !this.takeWord('where')) throw this.unexpected('(where …)');
    return { kind: 'call', name, distinct, args, filter: this.closing(this.expression(0)) };
  }

  private extract(): Expression {
    const field = this.next().text;
    if (!['year', 'quarter', 'month', 'week', 'day', 'dow', 'isodow', 'hour', 'epoch'].includes(field)) throw new ExpressionError(`extract("${field}") is not allowed`);
    if (!this.takeWord('from')) throw this.unexpected('from');
    return { kind: 'extract', field, from: this.closing(this.expression(0)) };
  }

  private caseOf(): Expression {
    const branches: { when: Expression; then: Expression }[] = [];
    while (this.takeWord('when')) {
      const when = this.expression(0);
      if (!this.takeWord('then')) throw this.unexpected('then');
      branches.push({ when, then: this.expression(0) });
    }
    const otherwise = this.takeWord('else') ? this.expression(0) : undefined;
    if (branches.length === 0 || !this.takeWord('end')) throw this.unexpected('when … then … end');
    return { kind: 'case', branches, ...(otherwise && { otherwise }) };
  }

  private typeName(): string {
    const { text } = this.next();
    const name = text === 'double' && this.takeWord('precision') ? 'float8' : text === 'int' ? 'integer' : text;
    if (!CAST_TYPES.includes(name)) throw new ExpressionError(`type "${text}" is not allowed`);
    return name;
  }

  private list(): Expression[] {
    if (!this.takeSymbol('(')) throw this.unexpected('(');
    const list = this.argumentsUntilClose();
    if (list.length === 0) throw new ExpressionError('an "in" list is empty');
    return list;
  }

  private argumentsUntilClose(): Expression[] {
    if (this.takeSymbol(')')) return [];
    const args = [this.expression(0)];
    while (this.takeSymbol(',')) args.push(this.expression(0));
    if (!this.takeSymbol(')')) throw this.unexpected(')');
    return args;
  }

  private closing(inner: Expression): Expression {
    if (!this.takeSymbol(')')) throw this.unexpected(')');
    return inner;
  }

  private peek(ahead = 0): Token {
    return this.tokens[this.position + ahead] ?? { kind: 'end', text: '', at: 0 };
  }

  private next(): Token {
    const token = this.peek();
    this.position += 1;
    return token;
  }

  private takeSymbol(text: string): boolean {
    return this.take('symbol', text);
  }

  private takeWord(text: string): boolean {
    return this.take('name', text);
  }

  private take(kind: Token['kind'], text: string): boolean {
    const token = this.peek();
    if (token.kind !== kind || token.text !== text) return false;
    this.position += 1;
    return true;
  }

  private unexpected(wanted?: string, token = this.peek()): ExpressionError {
    const found = token.kind === 'end' ? 'the end' : `"${token.text}"`;
    return new ExpressionError(wanted ? `expected ${wanted} but found ${found}` : `unexpected ${found} at position ${token.at + 1}`);
  }
}
