import { parsedOptions, suiteProgram } from './suite-program';

const main = suiteProgram<{ well: boolean }>({
  help: 'Usage: a suite',
  flagsFrom(args) {
    const { help, ill } = parsedOptions(args, {
      help: { type: 'boolean', default: false },
      ill: { type: 'boolean', default: false },
    });
    return help ? null : { well: !ill };
  },
  async play({ well }) {
    return well;
  },
});

describe('a suite as a program', () => {
  const written = { out: '', said: '' };
  const spies: jest.SpyInstance[] = [];
  beforeEach(() => {
    Object.assign(written, { out: '', said: '' });
    spies.push(
      jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((written.out += String(text)), true)),
      jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((written.said += String(text)), true)),
    );
  });
  afterEach(() => spies.splice(0).forEach((spy) => spy.mockRestore()));

  it.each<[string, string[], number, string, string]>([
    ['0 where all was well', [], 0, '', ''],
    ['1 where not', ['--ill'], 1, '', ''],
    ['0 with its help, and has played nothing', ['--help', '--ill'], 0, 'Usage: a suite\n', ''],
    [
      '2 where it was called wrongly, in one line',
      ['--ills'],
      2,
      '',
      expect.stringMatching(/Unknown option '--ills'\n$/),
    ],
  ])('ends with %s', async (_, args, code, out, said) => {
    expect([await main(args), written]).toEqual([code, { out, said }]);
  });
});
