/**
 * Whether the user is at work in a shadow root. The focus alone does not suffice: a button that disappears after it was
 * pressed leaves the focus nowhere.
 */
export class FocusWatch {
  private wasUsed = false;

  constructor(private readonly root: ShadowRoot) {}

  /** @returns a function that ends the watch */
  start(): () => void {
    const onUse = (event: Event): void => {
      this.wasUsed = event.composedPath().includes(this.root);
    };
    const names = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const name of names) document.addEventListener(name, onUse, true);
    return () => names.forEach((name) => document.removeEventListener(name, onUse, true));
  }

  isHere(): boolean {
    if (this.root.activeElement !== null) return true;
    return this.wasUsed && (document.activeElement === null || document.activeElement === document.body);
  }
}
