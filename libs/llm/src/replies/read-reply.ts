import { clarificationInProse } from './clarification-in-prose';
import { chooseStatement } from './choose-statement';
import { type ModelReply, unreadable } from './model-reply';
import { objectsIn, readObject } from './object-reply';
import { ASKING, EXPLORATION_MARK } from './reply-words';
import { type Segment, segmentsOf } from './segments';
import { type Extracted, statementsInCode, statementsInProse } from './statements';
import { tidyReply } from './tidy-reply';

/** Longer replies, without thoughts, are rejected. */
const LONGEST_REPLY = 40_000;

/**
 * Parses a model's reply to `generate-sql` or `repair-sql`: the contract object, the same in a fence, or free text with
 * a fenced or bare statement, in both languages. Only the shape is parsed: a broken statement or a write comes back as
 * `sql`, for the lint to report and the guard to refuse. Linear in the length of the reply. Never throws for a reply.
 */
export async function readReply(text: string): Promise<ModelReply> {
  const reply = tidyReply(text);
  if (reply === '') return unreadable(text.trim() === '' ? 'empty' : 'only thoughts');
  if (reply.length > LONGEST_REPLY) return unreadable('too long');
  const objects = objectsIn(reply);
  return objects.length > 0 ? mergeReplies(await Promise.all(objects.map(readObject))) : readFreeText(reply);
}

/** Several objects must be equal, or be an exploration and its draft. */
function mergeReplies(replies: readonly ModelReply[]): ModelReply {
  const distinct = [...new Map(replies.map((reply) => [JSON.stringify(reply), reply])).values()];
  const [first] = distinct;
  if (first === undefined || distinct.length === 1) return first ?? unreadable('empty');
  const explorations = distinct.filter((reply) => reply.kind === 'intermediate_sql');
  const statements = distinct.filter((reply) => reply.kind === 'sql');
  const [exploration] = explorations;
  if (exploration !== undefined && explorations.length === 1 && statements.length === 1 && distinct.length === 2)
    return { ...exploration, draft: exploration.draft ?? statements[0]?.sql ?? null };
  return unreadable('several different objects');
}

async function readFreeText(reply: string): Promise<ModelReply> {
  const { found, prose } = await extractStatements(segmentsOf(reply));
  const broken = found.every(({ read, fenced }) => read === null && !fenced);
  const judged = broken && ASKING.test(prose) ? null : chooseStatement(found, prose);
  return (
    judged ??
    clarificationInProse(prose) ??
    unreadable(found.length > 0 ? 'a broken statement and a question' : 'neither a statement nor a question')
  );
}

/** Fenced statements take precedence over bare ones, except an exploration that the prose marks. */
async function extractStatements(segments: readonly Segment[]): Promise<Extracted> {
  const fenced: Extracted = { found: [], prose: '' };
  let before = '';
  for (const segment of segments) {
    if (segment.code) {
      const { found, prose } = await statementsInCode(segment, before);
      fenced.found.push(...found);
      fenced.prose += `\n${prose}`;
    }
    before = segment.code ? '' : segment.text;
  }
  const around = segments
    .filter(({ code }) => !code)
    .map(({ text }) => text)
    .join('\n');
  if (fenced.found.length > 0 && !EXPLORATION_MARK.test(around))
    return { found: fenced.found, prose: `${fenced.prose}\n${around}` };
  const bare = await statementsInProse(around);
  const marked = fenced.found.length === 0 ? bare.found : bare.found.filter(({ mark }) => mark === 'exploration');
  return { found: [...marked, ...fenced.found], prose: `${fenced.prose}\n${bare.prose}` };
}
