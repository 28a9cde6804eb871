import { timeZoneAdvice } from '@querent/contracts';
import type { z } from 'zod';

/** One mistake in a request: path of the member (`maxRows`) and message in both languages; its line in a text. */
export interface FieldMistake {
  path: string;
  line?: number;
  message: { zh: string; en: string };
}

/** Converts zod issues to mistakes that a caller can correct. For a union it uses the branch with the fewest issues. */
export function mistakesOf(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): FieldMistake[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: pathText([...path, key]), message: unknownField }));
    if (issue.code === 'invalid_union') {
      const nearest = [...issue.errors].sort((a, b) => a.length - b.length)[0];
      if (nearest) return mistakesOf(nearest, path);
    }
    return [{ path: pathText(path), message: messageOf(issue) }];
  });
}

const unknownField = { zh: '未知字段', en: 'unknown field' };

const pathText = (path: readonly PropertyKey[]): string => (path.length === 0 ? '(body)' : path.map(String).join('.'));

const typeNames: Record<string, { zh: string; en: string }> = {
  string: { zh: '字符串', en: 'a string' },
  number: { zh: '数字', en: 'a number' },
  int: { zh: '整数', en: 'a whole number' },
  object: { zh: '对象', en: 'an object' },
};

/** Chinese translations of the messages of refinements. */
const refinements: Record<string, string> = {
  'must not be empty': '不能为空',
  'must have at most 2,000 characters': '最多 2,000 个字符',
  'must be one line': '只能是一行文字',
  'give either option_id or text': '请给出 option_id 或 text，二者只取其一',
  [timeZoneAdvice]: '必须是 IANA 时区，例如 Asia/Shanghai，或 UTC',
};

function messageOf(issue: z.core.$ZodIssue): { zh: string; en: string } {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined && issue.message.includes('undefined')) return { zh: '必填', en: 'is required' };
      const name = typeNames[issue.expected] ?? { zh: issue.expected, en: issue.expected };
      return { zh: `必须是${name.zh}`, en: `must be ${name.en}` };
    }
    case 'invalid_value':
      return {
        zh: `必须是 ${issue.values.map(String).join('、')} 之一`,
        en: `must be one of ${issue.values.map(String).join(', ')}`,
      };
    case 'too_small':
      return issue.origin === 'string'
        ? { zh: '不能为空', en: 'must not be empty' }
        : { zh: `不能小于 ${issue.minimum}`, en: `must be at least ${issue.minimum}` };
    case 'too_big':
      return issue.origin === 'string'
        ? { zh: `最多 ${issue.maximum} 个字符`, en: `must have at most ${issue.maximum} characters` }
        : { zh: `不能大于 ${issue.maximum}`, en: `must be at most ${issue.maximum}` };
    default:
      return {
        zh: refinements[issue.message] ?? '格式不正确',
        en: issue.code === 'custom' ? issue.message : 'is not in the right form',
      };
  }
}
