import { loggableError, loggableMessage } from './loggable-failure';

describe('loggableMessage', () => {
  it.each([
    ['22P02', 'invalid input syntax for type integer: "13800000000"'],
    ['23505', 'Key (phone)=(13800000000) already exists.'],
    ['P0001', 'customer 13800000000 is barred'],
  ])('omits a message of SQLSTATE %s, which may quote a stored value', (state, message) => {
    expect(loggableMessage(state, message)).toBeUndefined();
    expect(loggableError(`${state}: ${message}`)).toBe(state);
  });

  it.each([
    ['42703', 'column "a" does not exist'],
    ['57014', 'canceling statement due to statement timeout'],
    [undefined, 'connect ECONNREFUSED 10.0.0.1:5432'],
  ])('keeps a message of SQLSTATE %s', (state, message) => {
    expect(loggableMessage(state, message)).toBe(message);
    const error = state === undefined ? message : `${state}: ${message}`;
    expect(loggableError(error)).toBe(error);
  });
});
