/** A message that a frame takes from the page around it. */
export type ParentMessage =
  { type: 'querent:token'; token: string } | { type: 'querent:variables'; variables: [name: string, value: string][] };

/** Most characters of a token, and of the value of a variable. */
const LONGEST_TOKEN = 16_384;
const LONGEST_VALUE = 500;
const MOST_VARIABLES = 60;

/** Reads a message; null if it is none that a frame understands. */
export function parentMessage(data: unknown): ParentMessage | null {
  if (!isRecord(data)) return null;
  const { type, token, variables } = data;
  if (type === 'querent:token' && typeof token === 'string' && token.length <= LONGEST_TOKEN) return { type, token };
  if (type !== 'querent:variables' || !isRecord(variables)) return null;
  return { type, variables: Object.entries(variables).slice(0, MOST_VARIABLES).filter(isVariable) };
}

const isVariable = (entry: [string, unknown]): entry is [string, string] =>
  /^--querent-[a-z]+(-[a-z]+)*$/.test(entry[0]) && typeof entry[1] === 'string' && entry[1].length <= LONGEST_VALUE;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
