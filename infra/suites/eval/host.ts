/** What eval.mjs hands over: it can load infra/tools/local, plain ES modules, which a bundle cannot hold. */
export interface Host {
  /** The checkout, without a trailing slash. */
  repositoryRoot: string;
  /** Where running locally leaves things; git-ignored. */
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
