import { databaseFailure, isConnectionLost } from './database-failure';

const failure = (code: string | undefined, message = 'as the driver says') =>
  databaseFailure(Object.assign(new Error(message), code === undefined ? {} : { code }));

describe('a failure of a connection', () => {
  it.each([
    '08000',
    '08006',
    '08P01',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENOENT',
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_STREAM_DESTROYED',
    'ERR_STREAM_WRITE_AFTER_END',
    'ERR_SOCKET_CLOSED',
  ])('with the code %s is one that may pass: the connection was lost', (code) => {
    expect(isConnectionLost(failure(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('that the driver words as “%s” is one, too', (message) => {
    expect(isConnectionLost(failure(undefined, message))).toBe(true);
  });

  it.each(['3D000', '57P04', '57014', '28P01', '53300', '42703', '22012', 'ERR_INVALID_ARG_TYPE'])(
    'with the code %s is none: waiting would bring nothing',
    (code) => {
      expect(isConnectionLost(failure(code))).toBe(false);
    },
  );
});
