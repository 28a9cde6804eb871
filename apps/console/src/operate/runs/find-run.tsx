import { useState, type FormEvent, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { addressOf } from '../../pages';
import { Button } from '../../ui/button';
import { useTexts } from '../texts';

/** An id as a user, a log line or a webhook quotes it; also within an address. */
const ID = /\bq[a-z0-9_]{7,63}\b/i;

/** Opens a run by its id. */
export function FindRun(): ReactElement {
  const { runs: words } = useTexts();
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const id = ID.exec(text)?.[0] ?? text.trim();
    if (id !== '') navigate(addressOf('runDetails', { id }));
  };
  return (
    <form className="find" onSubmit={open} role="search">
      <label htmlFor="find-run">{words.find}</label>
      <span className="row">
        <input
          id="find-run"
          type="text"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit">{words.open}</Button>
      </span>
    </form>
  );
}
