import type { ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { useLocale, useObserved } from '../surface/surface';
import { locale, theme, type Theme } from '../preferences';
import { Icon } from '../ui/icon';
import { MenuButton } from '../ui/menu-button';
import type { MenuEntry } from '../ui/menu';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Language and colours of the page. */
export function PreferencesMenu(): ReactElement {
  const { preferences } = useMessages();
  const language = useLocale();
  const colours = useObserved(theme);
  const entries: MenuEntry[] = [
    { key: 'zh', label: '中文', section: preferences.language, isChosen: language === 'zh' },
    { key: 'en', label: 'English', section: preferences.language, isChosen: language === 'en' },
    ...themes.map((one) => ({
      key: one,
      label: preferences.themes[one],
      section: preferences.colours,
      isChosen: colours === one,
    })),
  ];
  return (
    <MenuButton
      label={preferences.title}
      className="plain round"
      entries={entries}
      onChoose={(key) => {
        if (key === 'zh' || key === 'en') locale.set(key);
        else theme.set(key as Theme);
      }}
    >
      <Icon name="globe" />
    </MenuButton>
  );
}
