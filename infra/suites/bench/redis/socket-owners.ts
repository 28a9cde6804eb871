import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Local port and inode in a line of `/proc/net/tcp`: `<n>: <address>:<port> <remote> … <uid> <timeout> <inode>` */
const SOCKET = /^\s*\d+: [0-9A-F]+:(?<port>[0-9A-F]{4}) (?:\S+ +){7}(?<inode>\d+)/;

/**
 * Names of processes by the local ports of their TCP sockets.
 * @param pids by name
 */
export function ownersOfPorts(pids: Readonly<Record<string, readonly number[]>>): ReadonlyMap<number, string> {
  const owners = new Map(Object.entries(pids).flatMap(([name, ids]) => ids.flatMap(socketsOf).map((id) => [id, name])));
  const ports = new Map<number, string>();
  for (const line of ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))) {
    const { port, inode = '' } = SOCKET.exec(line)?.groups ?? {};
    const owner = owners.get(inode);
    if (port !== undefined && owner !== undefined) ports.set(parseInt(port, 16), owner);
  }
  return ports;
}

/** Inodes of the sockets that a process has open. */
const socketsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => /^socket:\[(\d+)\]$/.exec(target(pid, descriptor))?.[1] ?? []);

/** What a file descriptor refers to; empty if it was closed meanwhile. */
function target(pid: number, descriptor: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return '';
  }
}
