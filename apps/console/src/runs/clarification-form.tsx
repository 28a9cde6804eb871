import { QuerentError, type Answers, type Clarification, type Run } from '@querent/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { useFormats, useMessages } from '../i18n/use-messages';
import { messageOf } from '../message-of';
import { usePlace, useQuerent } from '../surface/surface';
import { Button } from '../ui/button';
import { OwnWords } from '../ui/own-words';
import { runKey } from './use-run';

/** The question that a run asks back. Keys 1 to 9 choose an option. */
export function ClarificationForm({ run, clarification }: { run: Run; clarification: Clarification }): ReactElement {
  const { clarify, states } = useMessages();
  const { time } = useFormats();
  const client = useQueryClient();
  const querent = useQuerent();
  const place = usePlace();
  const section = useRef<HTMLElement>(null);
  const { id, question, options, allowText, expiresAt } = clarification;
  const replying = useMutation({
    mutationFn: (answer: Answers) => querent.handle(run.id).reply({ ...answer, clarificationId: id }),
    onSuccess: (next) => client.setQueryData(runKey(run.id), next),
    onError: (error) => {
      // Another tab or a colleague was first: the run shows what was replied.
      if (error instanceof QuerentError && error.status === 409)
        void client.invalidateQueries({ queryKey: runKey(run.id) });
    },
  });
  const { mutate, isPending } = replying;
  useEffect(() => {
    // Not away from a question that the user is typing.
    const { activeElement } = place.root;
    if (place.mayFocus() && !(isTyping(activeElement) && hasText(activeElement))) section.current?.focus();
  }, [place]);
  useEffect(() => {
    const onKey = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const option = /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined;
      if (!option || isPending) return;
      event.preventDefault();
      mutate({ optionId: option.id });
    };
    place.root.addEventListener('keydown', onKey);
    return () => place.root.removeEventListener('keydown', onKey);
  }, [options, isPending, mutate, place]);
  return (
    <section ref={section} className="clarification" tabIndex={-1} aria-labelledby="clarification">
      <h2 id="clarification">{question}</h2>
      <ol>
        {options.map((option, at) => (
          <li key={option.id}>
            <Button isDisabled={isPending} onPress={() => mutate({ optionId: option.id })}>
              {at < 9 && <kbd aria-hidden="true">{at + 1}</kbd>}
              <span>
                {option.label}
                {option.description && <span className="quiet">{option.description}</span>}
              </span>
            </Button>
          </li>
        ))}
      </ol>
      {allowText && (
        <OwnWords
          label={clarify.ownWords}
          action={clarify.reply}
          isPending={isPending}
          onSend={(text) => mutate({ text })}
        />
      )}
      {replying.isError && (
        <p className="bad" role="alert">
          {messageOf(replying.error, states.unreachable)}
        </p>
      )}
      <p className="quiet">{clarify.until(time(expiresAt))}</p>
    </section>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const hasText = (field: Element | null): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '';
