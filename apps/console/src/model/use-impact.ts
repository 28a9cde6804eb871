import { QuerentError, type Routes } from '@querent/client';
import { useEffect, useRef, useState } from 'react';
import { querent } from '../api';

export type Comparison = Routes['POST /v1/connections/{name}/model/impact']['output'];

export interface Impact {
  state: 'none' | 'working' | 'done' | 'cancelled' | 'failed' | 'busy';
  comparison: Comparison | null;
  /** The text that was compared. */
  text: string | null;
  start: (text: string) => void;
  cancel: () => void;
}

/** The comparison of a draft with the model in force. It is cancelled when the page is left. */
export function useImpact(name: string): Impact {
  const [{ state, comparison, text }, set] = useState<Pick<Impact, 'state' | 'comparison' | 'text'>>({
    state: 'none',
    comparison: null,
    text: null,
  });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), [name]);
  const start = (compared: string): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (next: Impact['state'], result: Comparison | null): void => {
      if (running.current === controller) set({ state: next, comparison: result, text: compared });
    };
    show('working', null);
    querent.models
      .impact(name, compared, {
        signal: controller.signal,
        onProgress: (result) => show(result.status === 'done' ? 'done' : 'working', result),
      })
      .then((result) => show(result.status === 'done' ? 'done' : 'failed', result))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return show('cancelled', null);
        const isBusy = error instanceof QuerentError && error.code === 'comparison_running';
        show(isBusy ? 'busy' : 'failed', null);
      });
  };
  return { state, comparison, text, start, cancel: () => running.current?.abort() };
}
