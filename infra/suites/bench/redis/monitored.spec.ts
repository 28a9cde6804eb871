import { readFileSync } from 'node:fs';
import { readCommand } from './monitored';
import { shaOf } from './script-names';

describe('a line of MONITOR', () => {
  it('gives the name of a command and its arguments, and the name of a script', () => {
    expect(readCommand('+1.2 [0 127.0.0.1:5] "HSET" "k" "a \\"b\\" \\\\ \\x00\\n"')).toEqual({
      name: 'hset',
      args: ['k', 'a "b" \\ \x00\n'],
      port: 5,
    });
    const sha = shaOf(readFileSync('libs/saga/src/lua/claim.lua', 'utf8'));
    expect(readCommand(`+1.2 [0 lua] "evalsha" "${sha}" "1" "k"`)).toMatchObject({ name: 'claim', port: null });
    expect(readCommand('+1.2 [0 127.0.0.1:5] "EVALSHA" "0000" "0"')?.name).toBe('evalsha');
    expect(readCommand('OK')).toBeNull();
  });
});
