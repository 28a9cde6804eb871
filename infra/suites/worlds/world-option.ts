import { UsageError } from '../suite-program';
import type { SuiteWorld } from './suite-world';
import { bareWorld } from './bare-world';
import { demoWorld } from './demo-world';
import { tenantsWorld } from './tenants-world';

const worlds: Record<string, SuiteWorld> = { demo: demoWorld, bare: bareWorld, tenants: tenantsWorld };

export const worldNames = Object.keys(worlds);

/** The option `--world` of a suite, for `parsedOptions`. */
export const worldOption = { world: { type: 'string', default: 'demo' } } as const;

/** @throws UsageError for a world that does not exist */
export function worldFrom({ world }: { world: string }): SuiteWorld {
  const found = Object.hasOwn(worlds, world) ? worlds[world] : undefined;
  if (found === undefined) throw new UsageError(`--world: no ${world}; there are: ${worldNames.join(', ')}`);
  return found;
}
