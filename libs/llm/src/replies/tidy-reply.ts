import { ANSWER_TAG, FINAL_CHANNEL, TEMPLATE_TOKEN, THOUGHT_TAG } from './reply-words';

/**
 * The reply without byte-order marks, Windows newlines, thoughts and chat template tokens. A closing tag without an
 * opening one ends thoughts that began in the prompt; an unclosed opening tag discards the rest, because thoughts are
 * not an answer.
 */
export function tidyReply(text: string): string {
  const channel = text.lastIndexOf(FINAL_CHANNEL);
  const answer = channel < 0 ? text : text.slice(channel + FINAL_CHANNEL.length);
  return unquoted(
    withoutThoughts(answer)
      .replace(TEMPLATE_TOKEN, '')
      .replace(ANSWER_TAG, '\n')
      .replace(/[\ufeff\u200b\u200e\u200f\u2060\u0000]/gu, '')
      .replace(/\r\n?/gu, '\n')
      .replace(/[\u00a0\u3000]/gu, ' ')
      .trim(),
  );
}

/** The whole reply may be one JSON string. */
function unquoted(text: string): string {
  if (!/^"[^]*"$/u.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value.trim() : text;
  } catch {
    return text;
  }
}

function withoutThoughts(text: string): string {
  let kept: string[] = [];
  let from = 0;
  let thinking = false;
  for (const tag of text.matchAll(THOUGHT_TAG)) {
    const closes = tag[1] === '/';
    if (closes && !thinking) kept = [];
    else if (!thinking) kept.push(text.slice(from, tag.index));
    thinking = !closes;
    from = tag.index + tag[0].length;
  }
  if (!thinking) kept.push(text.slice(from));
  return kept.join('\n');
}
