import { playShare } from '../in-process/play-share';
import { playHostileRuns } from './hostile-runs';

playShare(playHostileRuns);
