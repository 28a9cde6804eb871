// Fetches the servers that tests start, so that no test's time-out includes a download. Quick when all is there.
import { providePostgres } from './postgres-server.mjs';
import { provideRedis } from './redis-server.mjs';

try {
  await Promise.all([provideRedis(), providePostgres()]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
