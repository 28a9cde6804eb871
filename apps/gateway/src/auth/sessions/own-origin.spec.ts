import { ProblemError } from '../../problems/problem-error';
import { demandOwnOrigin } from './own-origin';

type Case = [method: string, host: string, headers: Record<string, string>, publicUrl?: string];

const allowed = ([method, host, headers, PUBLIC_URL]: Case): boolean => {
  try {
    demandOwnOrigin({ PUBLIC_URL }, { method, protocol: 'http', host, headers });
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'forbidden') return false;
    throw error;
  }
};

describe('a request with a cookie', () => {
  it.each<Case>([
    ['POST', 'localhost:3000', { origin: 'http://localhost:3000' }],
    ['GET', 'localhost:3000', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    ['DELETE', 'q.example', { origin: 'https://q.example' }],
    ['DELETE', 'q.example:443', { origin: 'https://q.example' }],
    ['POST', '10.0.0.1:3000', { origin: 'https://q.example' }, 'https://q.example/path'],
    ['GET', 'q.example', { 'sec-fetch-site': 'same-origin' }],
    ['HEAD', 'q.example', { 'sec-fetch-site': 'none' }],
  ])('is allowed: %s to %s with %j and PUBLIC_URL %s', (...request) => {
    expect(allowed(request)).toBe(true);
  });

  it.each<Case>([
    ['POST', 'q.example', {}],
    ['POST', 'q.example', { 'sec-fetch-site': 'same-origin' }],
    ['GET', 'q.example', {}],
    ['GET', 'q.example', { 'sec-fetch-site': 'same-site' }],
    ['GET', 'q.example', { 'sec-fetch-site': 'cross-site' }],
    ['GET', 'q.example', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['GET', 'q.example', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['POST', 'q.example', { origin: 'https://evil.q.example' }],
    ['POST', 'q.example', { origin: 'https://q.example.evil' }],
    ['POST', 'q.example', { origin: 'https://q.example:8443' }],
    ['POST', 'q.example', { origin: 'chrome-extension://q.example' }],
    ['POST', 'localhost:3000', { origin: 'http://localhost:5173' }],
    ['POST', '', { origin: 'https://q.example' }],
    ['POST', 'q.example@evil.example', { origin: 'https://q.example' }],
    ['POST', '10.0.0.1:3000', { origin: 'http://q.example' }, 'https://q.example'],
  ])('is refused: %s to "%s" with %j and PUBLIC_URL %s', (...request) => {
    expect(allowed(request)).toBe(false);
  });
});
