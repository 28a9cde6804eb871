// Fetches the servers that tests start, and what makes their certificates, so that no test's time-out includes a
// download. Quick when all is there.
import { providePostgres } from './postgres-server.mjs';
import { provideRedis } from './redis-server.mjs';
import { provideOpenssl } from './redis-tls.mjs';

try {
  await Promise.all([provideRedis(), providePostgres(), provideOpenssl()]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
