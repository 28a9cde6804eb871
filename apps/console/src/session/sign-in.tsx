import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { PreferencesMenu } from '../shell/preferences-menu';
import { Button } from '../ui/button';
import { problemInAddress, withoutProblem } from './problem-in-address';
import { SESSION } from './session-query';

/**
 * Asks for an access key, or offers the sign-in of the organisation. `hasEnded`: over a page whose session has ended.
 */
export function SignIn({ hasEnded }: { hasEnded: boolean }): ReactElement {
  const { signIn, product } = useMessages();
  const client = useQueryClient();
  const { data: methods } = useQuery({
    queryKey: ['sign-in methods'],
    queryFn: ({ signal }) => querent.session.methods({ signal }),
    staleTime: Infinity,
  });
  const [returned] = useState(() => problemInAddress(window.location.href));
  useEffect(() => {
    if (returned !== null) window.history.replaceState(window.history.state, '', withoutProblem(window.location.href));
  }, [returned]);
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
        {returned && (
          <p className="bad" role="alert">
            {signIn.problems[returned]}
          </p>
        )}
        {methods?.oidc && (
          <>
            <Organisation {...methods.oidc} />
            <p className="quiet">{signIn.or}</p>
          </>
        )}
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
        <Button type="submit" tone={methods?.oidc ? undefined : 'main'} isPending={isBusy}>
          {signIn.submit}
        </Button>
      </form>
      <PreferencesMenu />
    </main>
  );
}

/** Leaves for the sign-in of the organisation, which returns to this page. */
function Organisation({ href, label }: { href: string; label: string | null }): ReactElement {
  const { signIn } = useMessages();
  const leave = (): void => {
    const returnTo = withoutProblem(window.location.href);
    window.location.assign(`${href}?${new URLSearchParams({ returnTo }).toString()}`);
  };
  return (
    <Button tone="main" onPress={leave}>
      {label ?? signIn.organisation}
    </Button>
  );
}
