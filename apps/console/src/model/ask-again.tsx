import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { keepDraft } from '../ask/draft';
import { useConnections } from '../ask/connections';
import { useMessages } from '../i18n/use-messages';
import { addressOf } from '../pages';
import { Button } from '../ui/button';
import { useTexts } from './texts';
import { useSearchState } from '../use-search';

/** After a model was published: back to the question that the change is for, or to any question. */
export function AskAgain({ name }: { name: string }): ReactElement {
  const { publish } = useTexts();
  const { actions } = useMessages();
  const { search } = useSearchState();
  const [, navigate] = useLocation();
  const { choose } = useConnections();
  const question = search.get('question');
  return (
    <div className="row">
      <Button
        tone="main"
        autoFocus
        onPress={() => {
          choose(name);
          if (question !== null) keepDraft(question);
          navigate(addressOf('ask', {}));
        }}
      >
        {question === null ? actions.askQuestion : publish.ask}
      </Button>
      {question !== null && <span className="quiet">{question}</span>}
    </div>
  );
}
