import { useId, type ReactElement } from 'react';
import { useLocale } from '../../surface/surface';
import { Notice } from '../../ui/notice';
import { useTexts } from '../texts';
import { useSearchState } from '../../use-search';
import { EntryItem } from './entry-item';
import { keyOf, nameOf, type Entry } from './model-entries';

/** Entries that are shown at once. */
const MOST_SHOWN = 80;
const groups = ['entities', 'metrics', 'dimensions', 'terms'] as const;

interface Props {
  /** Null: the text cannot be read. */
  entries: readonly Entry[] | null;
  text: string;
  onText: (text: string) => void;
  onShow: (path: readonly string[]) => void;
}

/** The names and other words of a model as a form. A change is made in the file. */
export function WordsForm({ entries, text, onText, onShow }: Props): ReactElement {
  const { form } = useTexts();
  const language = useLocale();
  const { search, change } = useSearchState();
  const field = useId();
  if (entries === null) return <Notice tone="warn" title={form.broken} />;
  const words = search.get('find') ?? '';
  const open = search.get('entry');
  const found = entries.filter((entry) => isAbout(entry, words) || keyOf(entry.path) === open);
  const shown = found.slice(0, MOST_SHOWN);
  return (
    <div className="words-form">
      <label htmlFor={field} className="sr">
        {form.find}
      </label>
      <input
        id={field}
        type="text"
        placeholder={form.find}
        value={words}
        onChange={({ target }) => change({ find: target.value === '' ? null : target.value }, { replace: true })}
      />
      {found.length === 0 && <p className="quiet">{form.none}</p>}
      {found.length > shown.length && <p className="quiet">{form.shown(shown.length, found.length)}</p>}
      {shown.some(({ isDerived }) => isDerived) && <p className="quiet">{form.derivedHint}</p>}
      {groups
        .map((group) => ({ group, members: shown.filter((entry) => entry.group === group) }))
        .filter(({ members }) => members.length > 0)
        .map(({ group, members }) => (
          <section key={group}>
            <h2>{form.groups[group]}</h2>
            <ul>
              {members.map((entry) => (
                <EntryItem
                  key={keyOf(entry.path)}
                  entry={entry}
                  name={nameOf(entry, language)}
                  isOpen={keyOf(entry.path) === open}
                  onOpen={(isOpen) => change({ entry: isOpen ? keyOf(entry.path) : null })}
                  text={text}
                  onText={onText}
                  onShow={() => onShow(entry.path)}
                />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

/** Whether an entry has a name or another word with these letters. */
export function isAbout({ id, label, synonyms }: Entry, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return (
    wanted === '' ||
    [id, label.zh, label.en, ...synonyms.zh, ...synonyms.en].some((word) => word.toLowerCase().includes(wanted))
  );
}
