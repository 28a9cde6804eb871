import { useId, useState, type ReactElement } from 'react';
import { useLocale } from '../../surface/surface';
import { Button } from '../../ui/button';
import { ToggleRow } from '../../ui/toggle-row';
import { editedText, setSynonyms } from '../form/edit-model-text';
import { keyOf, nameOf, type Entry } from '../form/model-entries';
import { isAbout } from '../form/words-form';
import type { Language } from '../live-model';
import { useTexts } from '../texts';

/** Entries that are offered at once. */
const MOST_OFFERED = 24;

export interface NewWord {
  word: string;
  language: Language;
  text: string;
  /** `next`: the changed text; null: nothing had to be changed. */
  onDone: (next: string | null, path: readonly string[], message: string) => void;
  onCancel: () => void;
}

/** Asks what a word means, and adds it to the other words of what is chosen. */
export function NewSynonym({
  word,
  language: likely,
  text,
  entries,
  onDone,
  onCancel,
}: NewWord & { entries: readonly Entry[] }): ReactElement {
  const { prepared, form } = useTexts();
  const locale = useLocale();
  const field = useId();
  const [language, setLanguage] = useState(likely);
  const [wanted, setWanted] = useState('');
  const found = entries.filter((entry) => isAbout(entry, wanted));
  const choose = (entry: Entry): void => {
    const { path, synonyms } = entry;
    const label = nameOf(entry, locale);
    const words = synonyms[language];
    if (words.includes(word)) return onDone(null, path, prepared.already(word, label));
    const next = editedText(text, setSynonyms(path, language, [...words, word]));
    onDone(next, [...path, 'synonyms', language, String(words.length)], prepared.added(word, label));
  };
  return (
    <section className="prepared" aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>{prepared.synonym(word)}</h2>
      <p className="quiet">{prepared.synonymHint}</p>
      <div className="row">
        <label htmlFor={field} className="sr">
          {form.find}
        </label>
        <input
          id={field}
          type="text"
          autoFocus
          placeholder={form.find}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <ToggleRow
          label={prepared.language}
          choices={[
            { key: 'zh', label: prepared.languages.zh },
            { key: 'en', label: prepared.languages.en },
          ]}
          chosen={language}
          onChoose={setLanguage}
        />
      </div>
      <ul className="offers">
        {found.slice(0, MOST_OFFERED).map((entry) => (
          <li key={keyOf(entry.path)}>
            <Button className={entry.isDerived ? 'derived' : ''} onPress={() => choose(entry)}>
              <span>{nameOf(entry, locale)}</span>
              <span className="quiet">{form.groups[entry.group]}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet">{form.none}</p>}
      {found.length > MOST_OFFERED && <p className="quiet">{form.shown(MOST_OFFERED, found.length)}</p>}
      <Button tone="plain" onPress={onCancel}>
        {prepared.cancel}
      </Button>
    </section>
  );
}
