import type { ReactElement } from 'react';

/** Outlines of the icons in a box of 20 × 20. */
const paths = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5L5 15',
  send: 'M10 16V4M5 9l5-5 5 5',
  stop: 'M6 6h8v8H6z',
  down: 'M5 8l5 5 5-5',
  up: 'M7 17V9l3-6c1.500 0 2 1 2 2v3h4l-1 7c-.2 1.200-1 2-2 2H7zM3 9h4v8H3z',
  check: 'M4 10l4 4 8-8',
  plus: 'M10 4v12M4 10h12',
  pin: 'M7 3h6l-1 5 3 3H5l3-3-1-5zM10 11v6',
  share: 'M7 10l6-4M7 10l6 4M5 8a2 2 0 100 4 2 2 0 000-4zM15 3a2 2 0 100 4 2 2 0 000-4zM15 13a2 2 0 100 4 2 2 0 000-4z',
  edit: 'M4 16l1-4 8-8 3 3-8 8-4 1z',
  globe: 'M10 3a7 7 0 100 14 7 7 0 000-14zM3 10h14M10 3c-5 4-5 10 0 14M10 3c5 4 5 10 0 14',
  person: 'M10 4a3 3 0 100 6 3 3 0 000-6zM4 17c0-3 2.500-5 6-5s6 2 6 5',
  clock: 'M10 3a7 7 0 100 14 7 7 0 000-14zM10 6v4l3 2',
  alert: 'M10 3l8 14H2L10 3zM10 8v4M10 14.500v.5',
} as const;

export function Icon({ name, flipped = false }: { name: keyof typeof paths; flipped?: boolean }): ReactElement {
  return (
    <svg className={flipped ? 'icon flipped' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
