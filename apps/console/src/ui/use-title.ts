import { useEffect } from 'react';

/** The title of the browser's tab and of its history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Querent` : 'Querent';
    return () => {
      document.title = 'Querent';
    };
  }, [title]);
}
