import { useEffect, useRef, type ReactElement } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
import { usePlace } from '../surface/surface';

export interface MenuEntry {
  key: string;
  label: string;
  description?: string | undefined;
  /** Entries with the same section are below its name. */
  section?: string;
  isChosen?: boolean;
  isDisabled?: boolean;
}

interface Props {
  anchor: HTMLElement;
  label: string;
  entries: readonly MenuEntry[];
  onChoose: (key: string) => void;
  onClose: () => void;
}

/** A menu below an element. It takes the focus, and returns it when it closes. */
export default function Menu({ anchor, label, entries, onChoose, onClose }: Props): ReactElement {
  const { overlays } = usePlace();
  const trigger = useRef<HTMLElement>(anchor);
  const popover = useRef<HTMLElement>(null);
  const sections = [...new Set(entries.map(({ section }) => section ?? ''))];
  const isGuest = overlays !== null;
  useEffect(() => {
    // A menu in a page of others hides nothing of it, and therefore notices by itself that the user is elsewhere.
    if (!isGuest) return;
    const onPress = (event: Event): void => {
      const path = event.composedPath();
      if (popover.current && !path.includes(popover.current) && !path.includes(anchor)) onClose();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
  }, [isGuest, anchor, onClose]);
  return (
    <PortalProvider {...(overlays && { getContainer: () => overlays })}>
      <Popover
        ref={popover}
        aria-label={label}
        triggerRef={trigger}
        isOpen
        isNonModal={isGuest}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        className="popover"
      >
        <AriaMenu
          aria-label={label}
          autoFocus="first"
          className="menu"
          disabledKeys={entries.filter(({ isDisabled }) => isDisabled).map(({ key }) => key)}
          onAction={(key) => {
            onClose();
            onChoose(String(key));
          }}
        >
          {sections.map((section) => (
            <MenuSection key={section} aria-label={section === '' ? label : undefined}>
              {section !== '' && <Header>{section}</Header>}
              {entries
                .filter((entry) => (entry.section ?? '') === section)
                .map(({ key, label: text, description, isChosen }) => (
                  <MenuItem key={key} id={key} textValue={text} className={isChosen ? 'chosen' : ''}>
                    <Text slot="label">{text}</Text>
                    {description && <Text slot="description">{description}</Text>}
                  </MenuItem>
                ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </PortalProvider>
  );
}
