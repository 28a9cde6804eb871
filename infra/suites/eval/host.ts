/**
 * Functions that eval.mjs passes in. It can load the ES modules of infra/tools/local, which a bundle cannot contain.
 */
export interface Host {
  /** The checkout, without a trailing slash. */
  repositoryRoot: string;
  /** Folder for local files, ignored by git. */
  stateFolder: string;
  startStack(options: {
    env: Record<string, string>;
    onLine: (name: string, line: string) => void;
  }): Promise<RunningStack>;
  startPostgresServer(options: {
    settings?: Record<string, string | number>;
  }): Promise<{ url: string; stop(): Promise<void> }>;
}

export interface RunningStack {
  url: string;
  databaseUrl: string;
  stop(): Promise<void>;
}
