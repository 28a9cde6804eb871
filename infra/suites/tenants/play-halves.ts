import { playInProcesses, portions } from '../in-process/play-in-processes';
import type { playTenantRuns } from './tenant-play';
import { mergedReports, type TenantReport } from './tenant-report';

type Share = Parameters<typeof playTenantRuns>[0];

/** Plays all runs in one child process. */
export const playWhole = async (share: Share): Promise<TenantReport> => mergedReports(await play([share]));

/** Plays the runs in two child processes and merges their reports. */
export const playHalves = async (share: Share): Promise<TenantReport> => mergedReports(await play(portions(share, 2)));

const play = (shares: readonly Share[]): Promise<TenantReport[]> =>
  playInProcesses('infra/suites/tenants/tenant-process.ts', shares);
