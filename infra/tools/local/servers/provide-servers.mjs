// Fetches the servers that tests start, and OpenSSL for their certificates, so that no time-out of a test includes a
// download. Returns quickly if everything is present.
import { providePostgres } from './postgres-server.mjs';
import { provideRedis } from './redis-program.mjs';
import { provideOpenssl } from './redis-tls.mjs';

try {
  await Promise.all([provideRedis('redis'), provideRedis('valkey'), providePostgres(), provideOpenssl()]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
