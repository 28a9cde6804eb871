import { QuerentError, type Run, type RunHandle } from '@querent/client';
import { querent } from '../api';

/** Tokens of the runs that colleagues have shared, as far as this page has opened them. */
const tokens = new Map<string, string>();

/** Whether a run is read with a colleague's token: then it can be read and not changed. */
export const isShared = (id: string): boolean => tokens.has(id);

/** The run, with the token of the colleague who shared it if the page has one. */
export const handleOf = (id: string): RunHandle => querent.handle(id, { share: tokens.get(id) });

export function sharingHeaders(id: string): Record<string, string> {
  const token = tokens.get(id);
  return token === undefined ? {} : { 'querent-share': token };
}

/** The user's own run, else the run that the token of the address opens. */
export async function openRun(id: string, token: string | null, signal: AbortSignal): Promise<Run> {
  if (isShared(id)) return handleOf(id).run({ signal });
  try {
    return await querent.handle(id).run({ signal });
  } catch (error) {
    if (!(error instanceof QuerentError) || error.status !== 404 || token === null) throw error;
    const run = await querent.handle(id, { share: token }).run({ signal });
    tokens.set(id, token);
    return run;
  }
}
