import { useRef, type ReactElement } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';

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
  const trigger = useRef<HTMLElement>(anchor);
  const sections = [...new Set(entries.map(({ section }) => section ?? ''))];
  return (
    <Popover
      aria-label={label}
      triggerRef={trigger}
      isOpen
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
  );
}
