import { PAST_ROW_SECURITY } from './tenant-schema';

/** Configuration of the shared database and the connection. */
export interface TenantWorld {
  /** Whether row security is enabled. */
  rowSecurity: boolean;
  /**
   * `narrow`: the grants of `npm run roles`, minus a table and a column. `everything`: all rights, as administrators
   * grant who rely on row security.
   */
  grants: 'narrow' | 'everything';
  /** `shared:` of the connection file. */
  shared: readonly string[];
}

/** Worlds by name. The last two must leak, which proves that the search finds marks. */
export const worlds = {
  narrow: { rowSecurity: true, grants: 'narrow', shared: [] },
  everything: { rowSecurity: true, grants: 'everything', shared: [] },
  shared: { rowSecurity: true, grants: 'everything', shared: PAST_ROW_SECURITY },
  unsecured: { rowSecurity: false, grants: 'narrow', shared: [] },
} as const satisfies Record<string, TenantWorld>;

export type WorldName = keyof typeof worlds;
