import { demandAllowedHost } from './allowed-hosts';

type Env = Parameters<typeof demandAllowedHost>[0];
const local: Env = { HOST: '127.0.0.1', MCP_ALLOWED_HOSTS: '' };
const open: Env = { HOST: '0.0.0.0', MCP_ALLOWED_HOSTS: '' };
const named: Env = { ...open, PUBLIC_URL: 'https://q.example.com/base', MCP_ALLOWED_HOSTS: ' console.example.com, ' };

it.each<[string, Env, { host?: string; origin?: string }, boolean]>([
  ['a local name on a loopback address', local, { host: 'localhost:3000' }, true],
  ['an IPv6 name on a loopback address', local, { host: '[::1]:3000' }, true],
  ['a local page on a loopback address', local, { host: '127.0.0.1:3000', origin: 'http://localhost:5173' }, true],
  ['a rebound name on a loopback address', local, { host: 'evil.example' }, false],
  ['a foreign page on a loopback address', local, { host: 'localhost', origin: 'https://evil.example' }, false],
  ['an opaque origin', local, { host: 'localhost', origin: 'null' }, false],
  ['no Host', local, {}, false],
  ['any Host if no name is configured', open, { host: 'anything.example' }, true],
  ['an Origin of the same host', open, { host: 'a.example:8080', origin: 'https://a.example' }, true],
  ['an Origin of another host', open, { host: 'a.example', origin: 'https://b.example' }, false],
  ['the host of PUBLIC_URL', named, { host: 'q.example.com' }, true],
  ['an allowed Origin', named, { host: 'q.example.com', origin: 'https://console.example.com' }, true],
  ['another Host', named, { host: '10.0.0.5' }, false],
  ['a local name at a public address', named, { host: 'localhost' }, false],
])('checks %s', (_, env, headers, isAllowed) => {
  const check = (): void => demandAllowedHost(env, { headers });
  if (isAllowed) expect(check).not.toThrow();
  else expect(check).toThrow('forbidden');
});
