/** What one tenant may spend on models a day, for all its runs and all processes together. */
export interface TenantPurse {
  /**
   * Whether nothing is left. Asked before each request: those under way at the same time may go beyond by what they
   * cost.
   */
  isSpent(): Promise<boolean>;
  /** Books what a request cost, failed ones too. Returns at once and never throws. */
  spend(tokens: number): void;
}
