import { useId, type ReactElement, type RefObject } from 'react';
import { Button } from '../ui/button';
import { useTexts } from './texts';

interface Props {
  field: RefObject<HTMLInputElement | null>;
  word: string;
  onWord: (word: string) => void;
  /** Words that the model does not know. */
  unknown: readonly string[];
  onTeach: (as: 'synonym' | 'metric') => void;
}

/** Takes a word of the question to the page of the model. */
export function TeachWord({ field, word, onWord, unknown, onTeach }: Props): ReactElement {
  const { words } = useTexts();
  const id = useId();
  return (
    <section className="teach" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{words.title}</h3>
      <p className="quiet">{words.hint}</p>
      {unknown.length > 0 && (
        <div className="row" role="group" aria-label={words.unknown}>
          <span className="quiet">{words.unknown}</span>
          {unknown.map((one) => (
            <Button key={one} aria-pressed={one === word} onPress={() => onWord(one)}>
              {one}
            </Button>
          ))}
        </div>
      )}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          onTeach('synonym');
        }}
      >
        <label htmlFor={id} className="sr">
          {words.other}
        </label>
        <input
          id={id}
          ref={field}
          type="text"
          placeholder={words.other}
          value={word}
          onChange={({ target }) => onWord(target.value)}
        />
        <Button type="submit" aria-keyshortcuts="s">
          {words.synonym} <kbd>S</kbd>
        </Button>
        <Button aria-keyshortcuts="m" onPress={() => onTeach('metric')}>
          {words.metric} <kbd>M</kbd>
        </Button>
      </form>
    </section>
  );
}
