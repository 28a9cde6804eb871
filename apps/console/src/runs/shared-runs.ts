import { QuerentError, type Querent, type Run, type RunHandle } from '@querent/client';

/** The runs of colleagues that a page has opened with the tokens of their addresses. */
export class SharedRuns {
  private readonly tokens = new Map<string, string>();

  /** Whether a run is read with a colleague's token: then it can be read and not changed. */
  has(id: string): boolean {
    return this.tokens.has(id);
  }

  /** The run, with the token of the colleague who shared it if there is one. */
  handle(querent: Querent, id: string): RunHandle {
    return querent.handle(id, { share: this.tokens.get(id) });
  }

  headers(id: string): Record<string, string> {
    const token = this.tokens.get(id);
    return token === undefined ? {} : { 'querent-share': token };
  }

  /** The user's own run, else the run that the token of the address opens. */
  async open(querent: Querent, id: string, token: string | null, signal: AbortSignal): Promise<Run> {
    if (this.has(id)) return this.handle(querent, id).run({ signal });
    try {
      return await querent.handle(id).run({ signal });
    } catch (error) {
      if (!(error instanceof QuerentError) || error.status !== 404 || token === null) throw error;
      const run = await querent.handle(id, { share: token }).run({ signal });
      this.tokens.set(id, token);
      return run;
    }
  }
}
