import { GUARD_CODES, type GuardCode } from './guard-verdict';
import { refusalText } from './refusal-texts';

const TECHNICAL =
  /[_`"$;()]|\b(sql|select|query|statement|table|column|relation|function|schema|catalogue?|operator|type|cast|join|cte|lock|syntax|parse\w*|server|database|role|grant|guard)s?\b|表|列|字段|函数|语句|数据库|架构|算子|类型|语法|系统|权限/i;

describe('the text of a refusal', () => {
  it.each(GUARD_CODES)('%s is a sentence in both languages, without a technical word', (code) => {
    const { zh, en } = refusalText(code);
    expect(zh).toMatch(/^[\p{Script=Han}，。]{8,}。$/u);
    expect(en).toMatch(/^[A-Z].{10,}\.$/);
    expect(zh + en).not.toMatch(TECHNICAL);
  });

  it('is the same for hidden and missing objects', () => {
    const codes: GuardCode[] = [
      'system_catalogue',
      'unknown_relation',
      'hidden_relation',
      'unknown_column',
      'hidden_column',
      'hidden_in_whole_row',
    ];
    expect(new Set(codes.map(refusalText)).size).toBe(1);
  });
});
