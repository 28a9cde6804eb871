import type { Run } from '@querent/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { messageOf } from '../message-of';
import type { Observable } from '../observable';
import { isOver } from '../runs/run-after-event';
import { RunView } from '../runs/run-view';
import { runKey, useRun } from '../runs/use-run';
import { useObserved, useQuerent } from '../surface/surface';
import { Notice } from '../ui/notice';
import { runOf, textOf, type ToolResult } from './host-fetch';

interface Props {
  /** The result that the host shows; null: the tool is at work. */
  result: Observable<ToolResult | null>;
  /** Called with each run that ended here, so that the conversation knows of it. */
  onEnd: (run: Run) => void;
}

/** The answer of a tool in the conversation of a host. */
export function ViewApp({ result: given, onEnd }: Props): ReactElement {
  const { states } = useMessages();
  const result = useObserved(given);
  const client = useQueryClient();
  const [shown, setShown] = useState<string | null>(null);
  const first = result && runOf(result);
  useEffect(() => {
    if (!first) return;
    client.setQueryData(runKey(first.id), first);
    setShown(first.id);
  }, [first, client]);
  if (shown !== null)
    return <ShownRun key={shown} id={shown} isFirst={shown === first?.id} onShow={setShown} onEnd={onEnd} />;
  if (result && !first) return <p className="text">{textOf(result)}</p>;
  return (
    <p className="quiet" role="status">
      {states.loading}
    </p>
  );
}

interface ShownProps extends Pick<Props, 'onEnd'> {
  id: string;
  /** The run that the conversation knows as it came. */
  isFirst: boolean;
  onShow: (id: string) => void;
}

function ShownRun({ id, isFirst, onShow, onEnd }: ShownProps): ReactElement {
  const { states, board } = useMessages();
  const querent = useQuerent();
  const client = useQueryClient();
  const run = useRun(id);
  const { data } = run;
  const [wasOpen, setWasOpen] = useState(!isFirst);
  useEffect(() => {
    if (!data) return;
    if (!isOver(data)) setWasOpen(true);
    else if (wasOpen) {
      setWasOpen(false);
      onEnd(data);
    }
  }, [data, wasOpen, onEnd]);
  const asking = useMutation({
    mutationFn: async ({ question, connection }: { question: string; connection: string }) => {
      const conversationId = data?.conversationId;
      const locale = data?.locale;
      const asked = { question, connection, ...(conversationId && { conversationId }), ...(locale && { locale }) };
      return (await querent.ask(asked)).run();
    },
    onSuccess: (asked) => {
      client.setQueryData(runKey(asked.id), asked);
      onShow(asked.id);
    },
  });
  return (
    <>
      {asking.isPending && (
        <p className="quiet" role="status">
          {asking.variables.question} · {board.asking}
        </p>
      )}
      {asking.isError && <Notice tone="bad" title={messageOf(asking.error, states.unreachable)} isAlert />}
      <RunView
        query={run}
        onAsk={(question, connection) => !asking.isPending && asking.mutate({ question, connection })}
        onEdit={null}
      />
    </>
  );
}
