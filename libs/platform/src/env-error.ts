/** All mistakes in the environment, by variable. */
export class EnvError extends Error {
  constructor(readonly mistakes: { name: string; message: string }[]) {
    super(`The environment is not usable:\n${mistakes.map(({ name, message }) => `  ${name}: ${message}`).join('\n')}`);
    this.name = 'EnvError';
  }
}
