import { QuerentError, type Run } from '@querent/client';
import { useEffect, useRef, useState, type Dispatch, type ReactElement, type SetStateAction } from 'react';
import { AskPanel } from '../ask/ask-panel';
import { useMessages } from '../i18n/use-messages';
import { isOver } from '../runs/run-after-event';
import { useRun } from '../runs/use-run';
import { OffersContext, type Offers } from '../surface/offers';
import { Button } from '../ui/button';
import { ErrorBoundary } from '../ui/error-boundary';
import { Notice } from '../ui/notice';
import type { KeptRun } from './kept-run';
import { useTexts } from './texts';
import { TokenGate } from './token-gate';
import type { Tokens } from './tokens';

interface Props {
  tokens: Tokens;
  kept: KeptRun;
  /** Called once with each run that has ended while the element showed it. */
  onEnd: (run: Run) => void;
}

const offers: Offers = { files: true };

/** The content of an element in a page of others. */
export function ElementApp({ tokens, kept, onEnd }: Props): ReactElement {
  const [text, setText] = useState('');
  const [tries, setTries] = useState(0);
  return (
    <ErrorBoundary resetBy={String(tries)} fallback={<Broken onRetry={() => setTries(tries + 1)} />}>
      <TokenGate tokens={tokens}>
        <OffersContext value={offers}>
          <Questions kept={kept} onEnd={onEnd} text={text} onText={setText} />
        </OffersContext>
      </TokenGate>
    </ErrorBoundary>
  );
}

interface QuestionsProps extends Pick<Props, 'kept' | 'onEnd'> {
  text: string;
  onText: Dispatch<SetStateAction<string>>;
}

function Questions({ kept, onEnd, text, onText }: QuestionsProps): ReactElement {
  const { noData } = useTexts();
  const [shown, setShown] = useState(kept.read);
  const field = useRef<HTMLTextAreaElement>(null);
  const show = (id: string | null): void => {
    kept.write(id);
    setShown(id);
  };
  const run = useRun(shown);
  const { data, error } = run;
  /** The shown run, if it has not ended yet or was just asked. */
  const open = useRef<string | null>(null);
  useEffect(() => {
    if (!data) return;
    if (!isOver(data)) open.current = data.id;
    else if (open.current === data.id) {
      open.current = null;
      onEnd(data);
    }
  }, [data, onEnd]);
  const isGone = error instanceof QuerentError && error.status === 404;
  useEffect(() => {
    // A kept run that has expired, or of another user: the element begins with the examples.
    if (!isGone) return;
    kept.write(null);
    setShown(null);
  }, [isGone, kept]);
  return (
    <AskPanel
      field={field}
      shownRun={shown}
      run={run}
      noData={noData}
      text={text}
      onText={onText}
      onAsked={({ id }) => {
        open.current = id;
        show(id);
      }}
    />
  );
}

function Broken({ onRetry }: { onRetry: () => void }): ReactElement {
  const { broken } = useTexts();
  const { actions } = useMessages();
  return (
    <Notice tone="bad" title={broken}>
      <Button onPress={onRetry}>{actions.tryAgain}</Button>
    </Notice>
  );
}
