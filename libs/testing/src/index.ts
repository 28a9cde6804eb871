export { startPostgres, type ThrowAwayPostgres } from './postgres';
export { startRedis } from './redis';
export type { ThrowAwayServer } from './throw-away-server';
export { waitFor } from './wait-for';
export { newRun } from './run-builders';
