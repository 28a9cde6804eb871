export function build(
  exec: (sql: string) => Promise<unknown>,
  options?: { today?: string; log?: (line: string) => void },
): Promise<void>;
