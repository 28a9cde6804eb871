import { playCuts } from './suite/play-cuts';

describe('Questions and replies that the gateway accepted directly before the server lost its power', () => {
  it('survive with the settings of docker-compose.yml: Valkey with appendfsync always', async () => {
    const losses = await playCuts({ cuts: 10, servers: 1, program: 'valkey', appendfsync: 'always' });
    expect({ ...losses, bytes: 0 }).toEqual({ cuts: 10, lost: [], lostLater: [], bytes: 0 });
  });

  // Counter-tests: the suite can lose something. Valkey's WAITAOF is wrong with everysec (ADR 2); if its case fails
  // with a newer Valkey, everysec is an alternative again.
  it.each(['redis', 'valkey'] as const)('are lost with appendfsync everysec on %s', async (program) => {
    const { lost } = await playCuts({ cuts: 6, servers: 1, program, appendfsync: 'everysec' });
    expect(lost.length).toBeGreaterThan(0);
  });
});
