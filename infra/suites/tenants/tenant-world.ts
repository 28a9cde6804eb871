import { PAST_ROW_SECURITY } from './tenant-schema';

/** What the database of all is like, and what the connection serves of it. */
export interface TenantWorld {
  /** False: the same logins without row security. */
  rowSecurity: boolean;
  /**
   * `narrow`: what the roles' script grants, less some. `everything`: whatever there is, as administrators do who trust
   * row security.
   */
  grants: 'narrow' | 'everything';
  /** The connection's `shared:`. */
  shared: readonly string[];
}

/** Worlds by name. The last two must leak: there the search for marks is tried. */
export const worlds = {
  narrow: { rowSecurity: true, grants: 'narrow', shared: [] },
  everything: { rowSecurity: true, grants: 'everything', shared: [] },
  shared: { rowSecurity: true, grants: 'everything', shared: PAST_ROW_SECURITY },
  unsecured: { rowSecurity: false, grants: 'narrow', shared: [] },
} as const satisfies Record<string, TenantWorld>;

export type WorldName = keyof typeof worlds;
