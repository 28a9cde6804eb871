import { useId, type ReactElement, type RefObject } from 'react';
import { Button } from '../ui/button';
import { useTexts } from './texts';

interface Props {
  field: RefObject<HTMLInputElement | null>;
  word: string;
  onWord: (word: string) => void;
  /** Words that the model does not know. */
  unknown: readonly string[];
  /** Words that were unclear; null: none in particular. */
  unclear: string | null;
  onTeach: (as: 'synonym' | 'metric') => void;
}

/** Takes a word of the question to the page of the model. */
export function TeachWord({ field, word, onWord, unknown, unclear, onTeach }: Props): ReactElement {
  const { words } = useTexts();
  const id = useId();
  return (
    <section className="teach" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{words.title}</h3>
      <p className="quiet">{words.hint}</p>
      {unclear !== null && <Choices label={words.unclear} words={[unclear]} word={word} onWord={onWord} />}
      {unknown.length > 0 && <Choices label={words.unknown} words={unknown} word={word} onWord={onWord} />}
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

/** Words to choose from. */
const Choices = ({
  label,
  words,
  word,
  onWord,
}: Pick<Props, 'word' | 'onWord'> & { label: string; words: readonly string[] }): ReactElement => (
  <div className="row" role="group" aria-label={label}>
    <span className="quiet">{label}</span>
    {words.map((one) => (
      <Button key={one} aria-pressed={one === word} onPress={() => onWord(one)}>
        {one}
      </Button>
    ))}
  </div>
);
