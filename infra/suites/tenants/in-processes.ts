import { halves, playInProcesses } from '../in-process/in-processes';
import type { playTenantRuns } from './tenant-play';
import { mergedReports, type TenantReport } from './tenant-report';

type Share = Parameters<typeof playTenantRuns>[0];

/** Plays a share in one process. */
export const playAlone = async (share: Share): Promise<TenantReport> => mergedReports(await play([share]));

/** The same in two processes. */
export const playHalves = async (share: Share): Promise<TenantReport> => mergedReports(await play(halves(share)));

const play = (shares: readonly Share[]): Promise<TenantReport[]> =>
  playInProcesses('infra/suites/tenants/tenant-process.ts', shares);
