import { watch } from 'chokidar';

/**
 * Calls `onSettled` 200 ms after the last change under a folder. It does not tell what changed: a
 * Kubernetes ConfigMap swaps one symlink (`..data`) and editors write by rename, so the reader looks
 * at everything again and compares.
 * @returns stops the watch
 */
export async function watchFolder(dir: string, onSettled: () => void, onError: (error: unknown) => void, debounceMs = 200): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { ignoreInitial: true, followSymlinks: true, atomic: true });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onSettled, debounceMs);
  });
  watcher.on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
