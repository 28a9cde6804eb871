import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from './button';
import type { MenuEntry } from './menu';

const loadMenu = (): Promise<typeof import('./menu')> => import('./menu');
const Menu = lazy(loadMenu);

interface Props {
  label: string;
  /** Describes the button to a screen reader, if its label alone does not suffice. */
  description?: string | undefined;
  className?: string;
  entries: readonly MenuEntry[];
  onChoose: (key: string) => void;
  children: ReactNode;
}

/** A button that opens a menu. The code of menus is loaded when a pointer or the focus comes near the first one. */
export function MenuButton({ label, description, className, entries, onChoose, children }: Props): ReactElement {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const approach = (): void => void loadMenu();
  return (
    <>
      <Button
        ref={setAnchor}
        {...(className === undefined ? {} : { className })}
        aria-label={description ?? label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onHoverStart={approach}
        onFocus={approach}
        onPress={() => setOpen(!isOpen)}
      >
        {children}
      </Button>
      {isOpen && anchor && (
        <Suspense>
          <Menu anchor={anchor} label={label} entries={entries} onChoose={onChoose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
