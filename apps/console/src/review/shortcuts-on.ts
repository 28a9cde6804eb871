import { useSyncExternalStore } from 'react';
import { observable } from '../api';

const OFF = 'querent-shortcuts-off';

/** Keys of one letter can be turned off: speech input and trembling hands press them by accident. */
const isOn = observable(recall());
isOn.subscribe(() => {
  try {
    if (isOn.get()) window.localStorage.removeItem(OFF);
    else window.localStorage.setItem(OFF, '1');
  } catch {
    // Storage may be forbidden: then the choice lasts as long as the page.
  }
});

function recall(): boolean {
  try {
    return window.localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

export const useShortcutsOn = (): [boolean, (value: boolean) => void] => [
  useSyncExternalStore(isOn.subscribe, isOn.get),
  isOn.set,
];
