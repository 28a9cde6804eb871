import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** A file of an archive. */
export interface ArchiveFile {
  /** Path inside the archive. */
  path: string;
  content: Buffer;
  executable: boolean;
}

/**
 * A gzipped tar archive. It depends only on the files and the time: entries are sorted, belong to user 0, and have the
 * mode 0644 or 0755.
 * @param time Unix seconds, the modification time of every entry
 */
export async function archiveOf(files: readonly ArchiveFile[], time: number): Promise<Buffer> {
  const tar = pack();
  const chunks: Buffer[] = [];
  tar.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => void tar.on('end', resolve).on('error', reject));
  for (const { path, content, executable } of [...files].sort(byPath)) {
    const mtime = new Date(time * 1_000);
    tar.entry({ name: path, mode: executable ? 0o755 : 0o644, uid: 0, gid: 0, mtime, type: 'file' }, content);
  }
  tar.finalize();
  await ended;
  const zipped = gzipSync(Buffer.concat(chunks), { level: 9 });
  // Byte 9 of the header names the operating system; 255 means unknown.
  zipped[9] = 255;
  return zipped;
}

/** Order by code units, which no locale changes. */
function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
