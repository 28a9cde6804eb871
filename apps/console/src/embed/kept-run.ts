import { keep, readKept } from '../storage';

/** The id of the run that an element shows, in the tab: after a reload it shows the same run. */
export interface KeptRun {
  read: () => string | null;
  write: (id: string | null) => void;
}

/** @param connection of the element; null: all connections */
export function keptRun(connection: string | null): KeptRun {
  const name = connection === null ? 'querent-run' : `querent-run ${connection}`;
  return { read: () => readKept(name, 'tab'), write: (id) => keep(name, id, 'tab') };
}
