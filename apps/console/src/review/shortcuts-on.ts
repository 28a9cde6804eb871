import { useSyncExternalStore } from 'react';
import { keptObservable } from '../observable';

/** Keys of one letter can be turned off: speech input and trembling hands press them by accident. */
const shortcuts = keptObservable<'on' | 'off'>('querent-shortcuts', (kept) => (kept === 'off' ? 'off' : 'on'));

export const useShortcutsOn = (): [boolean, (value: boolean) => void] => [
  useSyncExternalStore(shortcuts.subscribe, shortcuts.get) === 'on',
  (value) => shortcuts.set(value ? 'on' : 'off'),
];
