// Fetches the servers that tests start, Chromium for tests of pages, Node 24 for the services, OpenSSL for their
// certificates, and a C compiler, so that no time-out of a test includes a download. Returns quickly if everything is
// present.
import { provideCompiler } from './c-compiler.mjs';
import { provideChromium } from './chromium.mjs';
import { providePostgres } from './postgres-server.mjs';
import { provideRedis } from './redis-program.mjs';
import { provideOpenssl } from './redis-tls.mjs';
import { provideShippedNode } from './shipped-node.mjs';

try {
  await Promise.all([
    provideRedis('redis'),
    provideRedis('valkey'),
    providePostgres(),
    provideOpenssl(),
    provideCompiler(),
    provideChromium(),
    provideShippedNode(),
  ]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
