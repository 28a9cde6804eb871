import { playShare } from '../in-process/play-share';
import { playTenantRuns } from './tenant-play';

playShare(playTenantRuns);
