import type { ReactElement } from 'react';
import { useLocale } from '../../surface/surface';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useTexts } from '../texts';
import { adoptEntry, editedText, setLabel, setSynonyms } from './edit-model-text';
import type { Entry } from './model-entries';
import { WordsField } from './words-field';

interface Props {
  entry: Entry;
  name: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  text: string;
  onText: (text: string) => void;
  onShow: () => void;
}

const languages = ['zh', 'en'] as const;
const BETWEEN = /\s*[,，、;；\n]\s*/;

/** An entry of a model, with its words in both languages. One that the file has not is read-only until it is added. */
export function EntryItem({ entry, name, isOpen, onOpen, text, onText, onShow }: Props): ReactElement {
  const { form } = useTexts();
  const locale = useLocale();
  const other = locale === 'zh' ? 'en' : 'zh';
  const { path, label, synonyms, isDerived, id } = entry;
  const edit = (change: Parameters<typeof editedText>[1]): void => {
    const next = editedText(text, change);
    if (next !== null) onText(next);
  };
  return (
    <li className={isDerived ? 'word-entry derived' : 'word-entry'}>
      <Button tone="plain" className="entry-name" aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
        <Icon name="down" flipped={isOpen} />
        <span className="name">{name}</span>
        <span className="quiet">
          {isDerived ? form.derived : [...synonyms[locale], ...synonyms[other]].slice(0, 6).join(', ')}
        </span>
      </Button>
      {isOpen && (
        <div className="entry-fields">
          <p className="quiet">
            <code>{id}</code>
          </p>
          {languages.map((language) => (
            <WordsField
              key={`label ${language}`}
              label={form.label[language]}
              value={label[language]}
              isReadOnly={isDerived}
              onValue={(value) => edit(setLabel(path, language, value))}
            />
          ))}
          {languages.map((language) => (
            <WordsField
              key={`synonyms ${language}`}
              label={form.synonyms[language]}
              hint={form.commas}
              value={synonyms[language].join(', ')}
              isReadOnly={isDerived}
              onValue={(value) => edit(setSynonyms(path, language, value.split(BETWEEN).filter(Boolean)))}
            />
          ))}
          {isDerived ? (
            <Button onPress={() => edit(adoptEntry(path, label))}>{form.adopt}</Button>
          ) : (
            <Button onPress={onShow}>{form.goto}</Button>
          )}
        </div>
      )}
    </li>
  );
}
