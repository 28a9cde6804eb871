import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { loadMessages } from './i18n/use-messages';
import { applyPreferences, locale } from './preferences';
import { allowEmptyMarkupAlone } from './trusted-types';

allowEmptyMarkupAlone();
applyPreferences();

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no element for the console');
void loadMessages(locale.get()).then((messages) =>
  createRoot(root).render(
    <StrictMode>
      <App messages={messages} />
    </StrictMode>,
  ),
);
