import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot, startRedis, type RedisProgram, type ThrowAwayServer } from '@querent/testing';

/** How a server protects its writes. */
export interface Protection {
  /** Valkey 8 has WAITAOF; Redis 7.0 has not. */
  program: RedisProgram;
  appendfsync: 'always' | 'everysec';
}

/**
 * A server with an append-only file, whose power can be cut.
 *
 * SIGKILL alone loses almost nothing: the server hands its writes to the kernel before it replies, except while an
 * fsync is under way, and the kernel keeps what a killed process wrote. A failing machine also loses what the kernel
 * has not yet written to the disk. So a preloaded library (synced-sizes.c) records the size of the file at each
 * fdatasync that succeeded, and after SIGKILL the file is truncated to the last recorded size: everything that was not
 * fsynced is lost. This is the worst case of a real power cut, where the kernel may have written more. The record is
 * made by the system call, not by what the server reports, so it also checks WAITAOF. Not simulated: a disk that
 * confirms a flush and loses the data.
 */
export class PowerCutServer {
  private constructor(
    private readonly folder: string,
    private readonly server: ThrowAwayServer,
  ) {}

  static async open({ program, appendfsync }: Protection): Promise<PowerCutServer> {
    const folder = mkdtempSync(`${tmpdir()}/querent-power-cut-`);
    const library = join(folder, 'synced-sizes.so');
    await compileLibrary(library);
    const dir = join(folder, 'data');
    mkdirSync(dir);
    const server = await startRedis({
      program,
      aof: true,
      dir,
      settings: { 'auto-aof-rewrite-percentage': 0, appendfsync },
      env: { LD_PRELOAD: library, SYNCED_SIZES: join(folder, 'synced-sizes') },
    });
    return new PowerCutServer(folder, server);
  }

  get url(): string {
    return this.server.url;
  }

  /**
   * Kills the server (SIGKILL), removes what was not fsynced, and starts it again with its address.
   * @returns the number of bytes that were lost
   */
  async cutPower(): Promise<number> {
    await this.server.kill();
    const lost = this.truncateToSynced();
    await this.server.start();
    return lost;
  }

  async close(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private truncateToSynced(): number {
    const synced = syncedSizesIn(readFileSync(join(this.folder, 'synced-sizes'), 'utf8'));
    const appended = join(this.folder, 'data/appendonlydir');
    let lost = 0;
    for (const name of readdirSync(appended).filter((file) => file.endsWith('.incr.aof'))) {
      const path = join(appended, name);
      const kept = synced.get(path) ?? 0;
      lost += statSync(path).size - kept;
      truncateSync(path, kept);
    }
    return lost;
  }
}

/** Last recorded size by path. */
function syncedSizesIn(record: string): Map<string, number> {
  return new Map(
    record
      .trimEnd()
      .split('\n')
      .map((line): [string, number] => {
        const [path = '', size] = line.split('\t');
        return [path, Number(size)];
      }),
  );
}

/** In a child process, because Jest cannot load ES modules. */
async function compileLibrary(library: string): Promise<void> {
  const root = repositoryRoot();
  await promisify(execFile)(process.execPath, [
    join(root, 'infra/tools/local/servers/compile-library.mjs'),
    join(root, 'infra/suites/durability/synced-sizes.c'),
    library,
  ]);
}
