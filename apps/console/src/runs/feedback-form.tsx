import { QuerentError, type Run } from '@querent/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { messageOf } from '../message-of';
import { useQuerent } from '../surface/surface';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { OwnWords } from '../ui/own-words';

/** Whether the answer helped, with a reason if not. */
export function FeedbackForm({ run }: { run: Run }): ReactElement {
  const { feedback, states } = useMessages();
  const client = useQueryClient();
  const querent = useQuerent();
  const key = ['feedback', run.id];
  const [isAsking, setAsking] = useState(false);
  const given = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      querent.request('GET', '/v1/queries/{id}/feedback', { path: { id: run.id }, signal }).then(
        ({ body }) => body,
        (error: unknown) => {
          if (error instanceof QuerentError && error.status === 404) return null;
          throw error;
        },
      ),
  });
  const rating = useMutation({
    mutationFn: (body: { rating: 'up' | 'down'; comment?: string }) => querent.handle(run.id).feedback(body),
    onSuccess: (saved) => client.setQueryData(key, saved),
  });
  const rate = (value: 'up' | 'down'): void => {
    rating.mutate({ rating: value });
    setAsking(value === 'down');
  };
  const explain = (comment: string): void => {
    if (comment !== '') rating.mutate({ rating: 'down', comment });
    setAsking(false);
  };
  const current = given.data?.rating;
  return (
    <section className="feedback" aria-label={feedback.title}>
      <div className="row">
        <span className="quiet">{current ? feedback.thanks : feedback.title}</span>
        <Button
          tone="plain"
          className="round"
          aria-label={feedback.up}
          aria-pressed={current === 'up'}
          onPress={() => rate('up')}
        >
          <Icon name="up" />
        </Button>
        <Button
          tone="plain"
          className="round"
          aria-label={feedback.down}
          aria-pressed={current === 'down'}
          onPress={() => rate('down')}
        >
          <Icon name="up" flipped />
        </Button>
      </div>
      {isAsking && <OwnWords label={feedback.why} action={feedback.send} autoFocus mayBeEmpty onSend={explain} />}
      {rating.isError && (
        <p className="bad" role="alert">
          {messageOf(rating.error, states.unreachable)}
        </p>
      )}
    </section>
  );
}
