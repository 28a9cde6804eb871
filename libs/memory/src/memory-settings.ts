/** What every kind of memory is opened with. */
export interface MemorySettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Told of what stands in Redis but is not of this shape; it is then treated as if nothing were there. */
  warn: (fields: object, message: string) => void;
}

/** Redis says that a key holds something of another kind: somebody else's, or a broken writer's. */
export const isWrongType = (error: unknown): boolean => error instanceof Error && error.message.startsWith('WRONGTYPE');

/** The JSON value of a stored text; undefined where it is none. */
export function storedJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
