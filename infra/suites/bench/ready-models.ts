import { setTimeout as pause } from 'node:timers/promises';
import type { Availability } from '@querent/catalog';
import type { SemanticModel } from '@querent/model';

/** Waits until the stack has read the demo's schemas. */
export async function readyModels(
  connections: string[],
  availability: (name: string) => Promise<Availability | null>,
): Promise<Map<string, SemanticModel>> {
  const models = new Map<string, SemanticModel>();
  const patience = Date.now() + 60_000;
  for (const name of connections) {
    let available = await availability(name);
    for (; available?.state !== 'ready' && Date.now() < patience; available = await availability(name))
      await pause(250);
    if (available?.state !== 'ready') throw new Error(`The demo connection ${name} is not ready`);
    models.set(name, available.model);
  }
  return models;
}
