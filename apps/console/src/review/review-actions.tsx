import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { Button } from '../ui/button';
import { useShortcutsOn } from './shortcuts-on';
import { useTexts } from './texts';

export type ReviewAction =
  'approve' | 'correct' | 'dismiss' | 'back' | 'synonym' | 'metric' | 'open' | 'next' | 'previous';

/** The key of each action. */
const keys: Readonly<Record<ReviewAction, string>> = {
  approve: 'a',
  correct: 'e',
  dismiss: 'd',
  back: 'd',
  synonym: 's',
  metric: 'm',
  open: 'o',
  next: 'j',
  previous: 'k',
};
const inBar = ['approve', 'correct', 'dismiss', 'back', 'open', 'previous', 'next'] as const;

interface Props {
  available: Partial<Record<ReviewAction, () => void>>;
  isProposal: boolean;
  isBusy: boolean;
  /** Whether the keys act. */
  isListening: boolean;
}

/** What can be done with an item, by buttons and by keys. */
export function ReviewActions({ available, isProposal, isBusy, isListening }: Props): ReactElement {
  const { actions, shortcuts } = useTexts();
  const [isOn, setOn] = useShortcutsOn();
  const current = useRef(available);
  current.current = available;
  useLayoutEffect(() => {
    if (!isOn || !isListening || isBusy) return;
    const act = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const pressed = Object.entries(current.current).find(
        ([action]) => keys[action as ReviewAction] === event.key.toLowerCase(),
      );
      if (pressed === undefined) return;
      event.preventDefault();
      pressed[1]();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [isOn, isListening, isBusy]);
  const labelOf = (action: (typeof inBar)[number]): string =>
    action === 'dismiss' && isProposal ? actions.reject : actions[action];
  return (
    <div className="review-actions row">
      {inBar.map((action) => {
        const run = available[action];
        if (run === undefined) return null;
        const tone = action === 'approve' ? { tone: 'main' as const } : {};
        return (
          <Button key={action} {...tone} isDisabled={isBusy} aria-keyshortcuts={keys[action]} onPress={run}>
            {labelOf(action)} <kbd>{keys[action].toUpperCase()}</kbd>
          </Button>
        );
      })}
      <Button tone="plain" aria-pressed={isOn} onPress={() => setOn(!isOn)}>
        {shortcuts}
      </Button>
    </div>
  );
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null;
