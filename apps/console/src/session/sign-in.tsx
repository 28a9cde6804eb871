import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { messageOf, querent } from '../api';
import { useMessages } from '../i18n/use-messages';
import { PreferencesMenu } from '../shell/preferences-menu';
import { Button } from '../ui/button';
import { SESSION } from './session-query';

/** Asks for an access key. `hasEnded`: over a page whose session has ended. */
export function SignIn({ hasEnded }: { hasEnded: boolean }): ReactElement {
  const { signIn, product } = useMessages();
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (key.trim() === '') return setProblem(signIn.empty);
    setBusy(true);
    try {
      await querent.session.open(key.trim());
      await client.fetchQuery({ queryKey: SESSION, queryFn: () => querent.session.get(), staleTime: 0 });
    } catch (error) {
      setProblem(messageOf(error, signIn.unreachable));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className={hasEnded ? 'sign-in over' : 'sign-in'}>
      <form onSubmit={(event) => void submit(event)} className="card">
        <h1>{hasEnded ? signIn.ended : product}</h1>
        <p className="quiet">{hasEnded ? signIn.endedHint : signIn.promise}</p>
        <label htmlFor="access-key">{signIn.label}</label>
        <input
          id="access-key"
          type="password"
          autoComplete="current-password"
          autoFocus
          spellCheck={false}
          value={key}
          aria-invalid={problem !== null}
          aria-describedby="access-key-hint"
          onChange={({ target }) => setKey(target.value)}
        />
        <p
          id="access-key-hint"
          className={problem === null ? 'quiet' : 'bad'}
          role={problem === null ? undefined : 'alert'}
        >
          {problem ?? signIn.hint}
        </p>
        <Button type="submit" tone="main" isPending={isBusy}>
          {signIn.submit}
        </Button>
      </form>
      <PreferencesMenu />
    </main>
  );
}
