import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link } from 'wouter';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { useMessages } from '../i18n/use-messages';
import { useLocale } from '../surface/surface';
import { addressOf } from '../pages';
import { ResultTable } from '../runs/result-table';
import { isOver } from '../runs/run-after-event';
import { runKey, useRun } from '../runs/use-run';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { MenuButton } from '../ui/menu-button';
import type { Pin } from './pins';

const ChartView = lazy(() => import('../runs/chart-view'));

interface Props {
  pin: Pin;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** Answers are as old as this at most when a board is opened again in the same page. */
const FRESH_MS = 5 * 60_000;

/** A pinned question with its answer of now. */
export function PinnedCard({ pin, isFirst, isLast, onMove, onRemove }: Props): ReactElement {
  const { board } = useMessages();
  const title = pin.title ?? pin.question;
  return (
    <article className="card pinned" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <MenuButton
          label={board.more}
          description={`${board.more}: ${title}`}
          className="plain round small"
          entries={[
            { key: 'earlier', label: board.earlier, isDisabled: isFirst },
            { key: 'later', label: board.later, isDisabled: isLast },
            { key: 'remove', label: board.unpin },
          ]}
          onChoose={(key) => (key === 'remove' ? onRemove() : onMove(key === 'earlier' ? -1 : 1))}
        >
          <Icon name="down" />
        </MenuButton>
      </header>
      <AskedPin pin={pin} />
    </article>
  );
}

function AskedPin({ pin }: { pin: Pin }): ReactElement {
  const { board, states, actions } = useMessages();
  const locale = useLocale();
  const { id, question, connection, timezone, agent } = pin;
  const asked = useQuery({
    queryKey: ['pinned-run', id, locale],
    queryFn: async ({ signal, client }) => {
      const body = { question, connection, locale, ...(timezone && { timezone }), ...(agent && { agent }) };
      const run = await (await querent.ask(body, { signal })).run({ signal });
      client.setQueryData(runKey(run.id), run);
      return run.id;
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
  if (asked.isError)
    return (
      <>
        <p className="bad" role="alert">
          {messageOf(asked.error, states.unreachable)}
        </p>
        <p>
          <Button onPress={() => void asked.refetch()}>{actions.tryAgain}</Button>
        </p>
      </>
    );
  return asked.data === undefined ? <p className="quiet">{board.asking}</p> : <PinnedAnswer id={asked.data} />;
}

function PinnedAnswer({ id }: { id: string }): ReactElement {
  const { board, states, run: words } = useMessages();
  const { data: run, isError } = useRun(id);
  if (!run) return <p className="quiet">{isError ? states.listFailed : board.asking}</p>;
  const { answer, chart, result, status } = run;
  return (
    <>
      {status === 'succeeded' && answer && <p>{answer.text}</p>}
      {status === 'awaiting_clarification' && <p>{board.needsReply}</p>}
      {status !== 'succeeded' && isOver(run) && <p className="bad">{run.error?.message ?? words.status[status]}</p>}
      {!isOver(run) && status !== 'awaiting_clarification' && <p className="quiet">{words.status[status]}</p>}
      {chart && (
        <Suspense fallback={<div className="chart" />}>
          <ChartView spec={chart.spec} label={answer?.text ?? ''} />
        </Suspense>
      )}
      {!chart && result && result.rowCount > 1 && <ResultTable run={run} result={result} />}
      <p className="row">
        <Link href={addressOf('run', { id })}>{board.open}</Link>
      </p>
    </>
  );
}
