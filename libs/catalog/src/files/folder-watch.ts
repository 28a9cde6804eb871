import { watch } from 'chokidar';

/**
 * Calls `onSettled` 200 ms after the last change under a folder. It does not tell what changed: a Kubernetes ConfigMap
 * swaps one symlink (`..data`) and editors write by rename, so the reader looks at everything again and compares. It
 * calls back now and then besides: some file systems tell of no change, and what is not told of would be overlooked
 * until the next one.
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
  const look = setInterval(onSettled, everyMs).unref();
  return async () => {
    clearInterval(look);
    clearTimeout(timer);
    await watcher.close();
  };
}
