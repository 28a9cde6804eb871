import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';
import type { Context } from '../context';
import { UsageError } from '../profiles';

const MOST_TABLES_A_CALL = 20;
const TIMEOUT_MS = 60_000;
const MOST_WORDS = 5;
/** A label: one line without characters that YAML or a terminal could misread. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} ()/%.'-]{0,59}$/u;

/**
 * Adds labels and synonyms that a language model proposes, as comments to accept, to the draft of a model file. The
 * model sees the names, labels and comments of tables and columns, and no rows. Without LLM_BASE_URL the draft is
 * unchanged.
 */
export async function modelProposals(context: Context, draft: string): Promise<string> {
  const { env } = context.streams;
  const url = env['LLM_BASE_URL'];
  if (!url) return draft;
  const document = parseDocument(draft);
  const tables = document.get('tables');
  if (!isMap(tables)) return draft;
  const names = tables.items.map(({ key }) => String(isScalar(key) ? key.value : key));
  for (let from = 0; from < names.length; from += MOST_TABLES_A_CALL) {
    const asked = names.slice(from, from + MOST_TABLES_A_CALL);
    context.note(`Asking ${env['LLM_MODEL'] ?? 'the model'} about ${from + asked.length} of ${names.length} tables`);
    const seen = Object.fromEntries(asked.map((name) => [name, tables.get(name)]));
    const reply = await proposed(context, url, JSON.stringify(seen));
    for (const name of asked) addComments(tables.get(name), Object(reply)[name]);
  }
  return document.toString({ lineWidth: 0 });
}

/** @throws UsageError if the model does not answer with an object in JSON */
async function proposed({ streams: { env }, signal }: Context, url: string, tables: string): Promise<unknown> {
  const prompt =
    'Propose labels and synonyms for the tables and columns of a database, as a business person calls them, in Chinese ' +
    'and English. Answer one JSON object: {"<table>": {"zh": [words], "en": [words], "columns": {"<column>": ' +
    '{"zh": [words], "en": [words]}}}}. The first word is the label. Leave out what you are not sure of.';
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS);
  const { status, ok, content } = await answer(url, env, prompt, tables, AbortSignal.any([signal, limit.signal]))
    .catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new UsageError(`The language model at ${url} does not answer; --no-proposals does without it.`, { cause });
    })
    .finally(() => clearTimeout(timer));
  try {
    if (!ok) throw new Error(String(status));
    const { choices } = JSON.parse(content) as { choices: { message: { content: string } }[] };
    const text = choices[0]?.message.content ?? '';
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as unknown;
  } catch (cause) {
    throw new UsageError(
      `The language model at ${url} did not answer as expected (status ${status}); --no-proposals does without it.`,
      { cause },
    );
  }
}

async function answer(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  prompt: string,
  tables: string,
  signal: AbortSignal,
): Promise<{ status: number; ok: boolean; content: string }> {
  const key = env['LLM_API_KEY'];
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({
      model: env['LLM_MODEL'],
      temperature: 0,
      messages: [
        { role: 'system', content: prompt },
        { role: 'user', content: tables },
      ],
    }),
    signal,
  });
  const { status, ok } = response;
  return { status, ok, content: await response.text() };
}

function addComments(table: unknown, proposal: unknown): void {
  if (!isMap(table)) return;
  addComment(table, proposal);
  const columns = table.get('columns');
  const proposals = Object(Object(proposal).columns) as Record<string, unknown>;
  if (!isMap(columns)) return;
  for (const { key, value } of columns.items)
    if (isMap(value)) addComment(value, proposals[String(isScalar(key) ? key.value : key)]);
}

function addComment(item: YAMLMap, proposal: unknown): void {
  const lines = (['zh', 'en'] as const).flatMap((language) => {
    const found = Object(proposal)[language] as unknown;
    const [label, ...synonyms] = (Array.isArray(found) ? found : [])
      .filter((word): word is string => typeof word === 'string' && WORD.test(word))
      .slice(0, MOST_WORDS);
    if (label === undefined) return [];
    const more = synonyms.length > 0 ? `; synonyms: { ${language}: [${synonyms.join(', ')}] }` : '';
    return [` Proposal: label: { ${language}: ${label} }${more}`];
  });
  if (lines.length > 0) item.commentBefore = [...(item.commentBefore ? [item.commentBefore] : []), ...lines].join('\n');
}
