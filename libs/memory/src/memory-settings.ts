/** Settings of all kinds of memory. */
export interface MemorySettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Called for data in Redis of another format, which is ignored. */
  warn: (fields: object, message: string) => void;
}

/** Whether Redis reports another type for a key, written by another program or a faulty version. */
export const isWrongType = (error: unknown): boolean => error instanceof Error && error.message.startsWith('WRONGTYPE');

/** The JSON value of a stored text; undefined if it is invalid. */
export function storedJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
