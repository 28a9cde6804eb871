/** The daily token budget of one tenant, for all its runs and all processes together. */
export interface TenantTokenBudget {
  /**
   * Whether the budget is used up. Checked before each request: concurrent requests may exceed the budget by their own
   * cost.
   */
  isSpent(): Promise<boolean>;
  /** Records the cost of a request, failed ones too. Returns at once and never throws. */
  spend(tokens: number): void;
}
