import { languageOf } from '../localized';
import { nameInWords } from '../name-words';
import type { Localized } from '../semantic-model';

/**
 * Labels from an identifier and its comment. The identifier's words make the English label (or the
 * Chinese one, for a Chinese identifier); the head of a comment makes the label of its language.
 */
export function derivedLabel(identifier: string, comment: string | null): { label: Localized; description?: Localized } {
  const words = nameInWords(identifier) || identifier;
  const label: Localized = { [languageOf(words)]: words };
  const remark = comment?.trim();
  if (!remark) return { label };
  const head = labelInComment(remark);
  if (head) label[languageOf(head)] = head;
  return head === remark ? { label } : { label, description: { [languageOf(remark)]: remark } };
}

const LONGEST_LABEL = { zh: 14, en: 32 };

/** `评分(0-5)，来自用户` gives `评分`; a whole sentence gives nothing, nor does what is itself an identifier (`order_no`, `refId`). */
function labelInComment(remark: string): string | undefined {
  const head = remark.split(/[，,。;；:：(（\n\r\t]|\. |\.$| - | — /u)[0]?.trim();
  if (head && /_|\p{Ll}\p{Lu}/u.test(head)) return undefined;
  return head && head.length <= LONGEST_LABEL[languageOf(head)] ? head : undefined;
}
