import { redacted } from './redacted';

/** Deeper values are omitted: they are not logged on purpose, and a cycle has no end. */
const DEEPEST = 6;
const SECRET_NAME = /password|passwd|passphrase|secret|authorization|api_?key|cookie|^pwd$/i;

/** A value that may be logged: strings are `redacted`, fields with the name of a secret are censored. */
export function withoutCredentials(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redacted(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => withoutCredentials(item, depth + 1));
  if (value instanceof Error)
    return {
      ...cleanFields({ ...value }, depth),
      type: value.name,
      message: redacted(value.message),
      stack: redacted(value.stack ?? ''),
    };
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return withoutCredentials(toJSON.call(value), depth + 1);
  return cleanFields(value, depth);
}

function cleanFields(value: object, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    clean[name] =
      SECRET_NAME.test(name) && typeof item === 'string' ? '[redacted]' : withoutCredentials(item, depth + 1);
  }
  return clean;
}
