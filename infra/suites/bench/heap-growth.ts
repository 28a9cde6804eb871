import { GCProfiler, getHeapStatistics } from 'node:v8';

/**
 * By how many bytes the heap grew above its size before, at most, while the work was done. The heap is at its largest
 * just before a collection or at the end; both are seen, however short the peak.
 */
export function heapGrowth(work: () => void): number {
  const before = getHeapStatistics();
  const profiler = new GCProfiler();
  profiler.start();
  work();
  const after = getHeapStatistics();
  const sizes = profiler
    .stop()
    .statistics.map(({ beforeGC: { heapStatistics } }) => heapStatistics.usedHeapSize + heapStatistics.externalMemory);
  return (
    Math.max(after.used_heap_size + after.external_memory, ...sizes) - before.used_heap_size - before.external_memory
  );
}
