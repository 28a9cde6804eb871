import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/button';
import type { Entry } from '../form/model-entries';
import type { Language, Model } from '../live-model';
import { useTexts } from '../texts';
import { useSearchState } from '../../use-search';
import { NewMetric } from './new-metric';
import { NewSynonym } from './new-synonym';

interface Props {
  entries: readonly Entry[] | null;
  model: Model;
  text: string;
  /** Whether the draft has changes. */
  isChanged: boolean;
  /** The changed text, and where the change is. */
  onText: (text: string, path: readonly string[]) => void;
  /** Goes on to the impact of the change. */
  onNext: () => void;
}

/**
 * A change that another page asks for by the address: `?add=synonym&word=patrons` or `?add=metric&word=proceeds`. It is
 * made in the draft when the user has completed it, and then leaves the address.
 */
export function PreparedChange({ entries, model, text, isChanged, onText, onNext }: Props): ReactElement | null {
  const { prepared } = useTexts();
  const { search, change } = useSearchState();
  const [done, setDone] = useState<string | null>(null);
  const kind = search.get('add');
  const word = search.get('word')?.trim() ?? '';
  const end = (): void => change({ add: null, word: null }, { replace: true });
  if ((kind !== 'synonym' && kind !== 'metric') || word === '')
    return done === null || !isChanged ? null : (
      <section className="prepared done" role="status">
        <p>{done}</p>
        <Button
          tone="main"
          onPress={() => {
            setDone(null);
            onNext();
          }}
        >
          {prepared.next}
        </Button>
      </section>
    );
  if (entries === null) return null;
  const finish = (next: string | null, path: readonly string[], message: string): void => {
    if (next !== null) onText(next, path);
    setDone(message);
    end();
  };
  const shared = { word, language: languageOf(word), text, onDone: finish, onCancel: end };
  return kind === 'synonym' ? (
    <NewSynonym {...shared} entries={entries} />
  ) : (
    <NewMetric {...shared} entries={entries} model={model} />
  );
}

const languageOf = (word: string): Language => (/\p{Script=Han}/u.test(word) ? 'zh' : 'en');
