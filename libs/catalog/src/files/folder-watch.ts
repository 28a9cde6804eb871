import { watch } from 'chokidar';

/**
 * Calls `onSettled` 200 ms after the last change in a folder. It does not report what changed: a Kubernetes ConfigMap
 * swaps one symlink (`..data`) and editors write by rename, so the reader reads everything again and compares. It also
 * calls back periodically, because some file systems do not report changes.
 * @returns stops the watch
 */
export async function watchFolder(
  dir: string,
  onSettled: () => void,
  onError: (error: unknown) => void,
  { debounceMs = 200, everyMs = 10_000 } = {},
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { ignoreInitial: true, followSymlinks: true, atomic: true });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onSettled, debounceMs);
  });
  watcher.on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  const poll = setInterval(onSettled, everyMs).unref();
  return async () => {
    clearInterval(poll);
    clearTimeout(timer);
    await watcher.close();
  };
}
