import { parsedOptions, suiteProgram } from './suite-program';

const main = suiteProgram<{ passes: boolean }>({
  help: 'Usage: a suite',
  flagsFrom(args) {
    const { help, fail } = parsedOptions(args, {
      help: { type: 'boolean', default: false },
      fail: { type: 'boolean', default: false },
    });
    return help ? null : { passes: !fail };
  },
  async play({ passes }) {
    return passes;
  },
});

describe('suiteProgram', () => {
  const written = { out: '', err: '' };
  const spies: jest.SpyInstance[] = [];
  beforeEach(() => {
    Object.assign(written, { out: '', err: '' });
    spies.push(
      jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((written.out += String(text)), true)),
      jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((written.err += String(text)), true)),
    );
  });
  afterEach(() => spies.splice(0).forEach((spy) => spy.mockRestore()));

  it.each<[string, string[], number, string, string]>([
    ['0 when the suite passes', [], 0, '', ''],
    ['1 when the suite fails', ['--fail'], 1, '', ''],
    ['0 and the help text for --help, without playing', ['--help', '--fail'], 0, 'Usage: a suite\n', ''],
    [
      '2 and a one-line message for an unknown option',
      ['--fails'],
      2,
      '',
      expect.stringMatching(/Unknown option '--fails'\n$/),
    ],
  ])('a suite program ends with %s', async (_, args, code, out, err) => {
    expect([await main(args), written]).toEqual([code, { out, err }]);
  });
});
