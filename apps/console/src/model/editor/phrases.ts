import type { Language } from '../live-model';

/** Texts of CodeMirror that a reader meets. */
const chinese: Readonly<Record<string, string>> = {
  '$ unchanged lines': '$ 行相同',
  Completions: '补全',
  Diagnostics: '错误',
  'No diagnostics': '没有错误',
  'Fold line': '折叠',
  'Unfold line': '展开',
  'folded code': '已折叠',
  unfold: '展开',
  'Folded lines': '已折叠的行',
  'Unfolded lines': '已展开的行',
  to: '至',
  close: '关闭',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选内容',
};

export const phrasesOf = (language: Language): Readonly<Record<string, string>> => (language === 'zh' ? chinese : {});
