/** Types of the used part of pg-cursor, which ships none. */
declare module 'pg-cursor' {
  import type { Connection, CustomTypesConfig, QueryArrayResult, Submittable } from 'pg';

  interface CursorConfig {
    rowMode: 'array';
    types?: CustomTypesConfig;
  }

  class Cursor implements Submittable {
    constructor(text: string, values: readonly unknown[], config: CursorConfig);
    submit(connection: Connection): void;
    read(
      rows: number,
      callback: (error: Error | null | undefined, rows: unknown[][], result: QueryArrayResult) => void,
    ): void;
    close(): Promise<void>;
  }

  export default Cursor;
}
