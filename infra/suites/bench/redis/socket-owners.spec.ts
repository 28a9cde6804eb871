import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ownersOfPorts } from './socket-owners';

it('a port belongs to the process that listens on it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(ownersOfPorts({ own: [process.pid], parent: [process.ppid] }).get(port)).toBe('own');
  expect(ownersOfPorts({ parent: [process.ppid] }).get(port)).toBeUndefined();
  server.close();
});
