import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { querent } from '../../api';
import { messageOf } from '../../message-of';
import { useConnections } from '../../ask/connections';
import { useMessages } from '../../i18n/use-messages';
import { useScope, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Picker } from '../picker';
import { useTexts } from '../texts';
import { CheckGroup } from './check-group';
import { endOf, expiries, mistakesOf, type KeyDraft } from './key-draft';
import type { CreatedKey } from './new-secret';

interface Props {
  onCreated: (key: CreatedKey) => void;
  onClose: () => void;
}

/** Creates a key with at most the rights of the user. */
export function KeyForm({ onCreated, onClose }: Props): ReactElement {
  const { keys: words, scope: scopeWords } = useTexts();
  const { states } = useMessages();
  const { scopes, tenant, connections: granted } = useSession();
  const { connections = [] } = useConnections();
  const operates = useScope('operate');
  const [draft, setDraft] = useState<KeyDraft>({
    name: '',
    tenant,
    scopes: ['query'],
    connections: granted === null ? null : [...granted],
    expiry: 'never',
  });
  const name = useRef<HTMLInputElement>(null);
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<KeyDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const creating = useMutation({
    mutationFn: () =>
      querent.keys.create({
        name: draft.name.trim(),
        scopes: draft.scopes,
        ...(draft.tenant.trim() === tenant ? {} : { tenant: draft.tenant.trim() }),
        ...(draft.connections === null ? {} : { connections: draft.connections }),
        ...endOf(draft.expiry, Date.now()),
      }),
    onSuccess: onCreated,
  });
  const mistakes = mistakesOf(draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (mistakes.length === 0) creating.mutate();
    else if (mistakes.includes('name')) name.current?.focus();
  };
  const problem = (field: 'name' | 'scopes' | 'connections', text: string): string | null =>
    isTried && mistakes.includes(field) ? text : null;
  return (
    <form className="notice key-form" onSubmit={submit} aria-label={words.create} noValidate>
      <div className="labelled">
        <label htmlFor="key-name">{words.name}</label>
        <input
          ref={name}
          id="key-name"
          type="text"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={draft.name}
          aria-invalid={problem('name', words.needsName) !== null}
          aria-describedby="key-name-hint"
          onChange={({ target }) => change({ name: target.value })}
        />
        <p id="key-name-hint" className={problem('name', '') === null ? 'quiet' : 'bad'}>
          {problem('name', words.needsName) ?? words.nameHint}
        </p>
      </div>
      {operates && (
        <div className="labelled">
          <label htmlFor="key-tenant">{words.tenant}</label>
          <input
            id="key-tenant"
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={draft.tenant}
            onChange={({ target }) => change({ tenant: target.value })}
          />
        </div>
      )}
      <CheckGroup
        label={words.scopes}
        choices={scopes.map((scope) => ({ key: scope, label: scopeWords[scope], hint: scope }))}
        chosen={draft.scopes}
        problem={problem('scopes', words.needsScopes)}
        onChange={(chosen) => change({ scopes: chosen })}
      />
      {granted === null && (
        <Picker
          label={words.connections}
          value={draft.connections === null ? 'all' : 'some'}
          choices={[
            ['all', words.allData],
            ['some', words.someData],
          ]}
          onChange={(value) => change({ connections: value === 'all' ? null : [] })}
        />
      )}
      {draft.connections !== null && (
        <CheckGroup
          label={words.someData}
          choices={connections.map(({ name, label }) => ({ key: name, label, hint: name }))}
          chosen={draft.connections}
          problem={problem('connections', words.needsData)}
          onChange={(chosen) => change({ connections: chosen })}
        />
      )}
      <Picker
        label={words.expiry}
        value={draft.expiry}
        choices={expiries.map((expiry) => [expiry, words.expiries[expiry]] as const)}
        onChange={(value) => change({ expiry: expiries.find((one) => one === value) ?? 'never' })}
      />
      {creating.isError && (
        <p className="bad" role="alert">
          {messageOf(creating.error, states.unreachable)}
        </p>
      )}
      <p className="row">
        <Button type="submit" tone="main" isPending={creating.isPending}>
          {words.make}
        </Button>
        <Button tone="plain" onPress={onClose}>
          {words.cancel}
        </Button>
      </p>
    </form>
  );
}
