import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useTexts } from './texts';

/** Without a model file: proposes a draft of one. */
export function StartNotice({ name, onDraft }: { name: string; onDraft: (text: string) => void }): ReactElement {
  const { start } = useTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => querent.models.draft(name),
    onSuccess: onDraft,
  });
  return (
    <Notice tone="calm" title={start.title}>
      <p className="quiet">{start.hint}</p>
      <Button tone="main" isPending={isPending} onPress={() => mutate()}>
        {start.draft}
      </Button>
      {error && (
        <p className="bad" role="alert">
          {messageOf(error, start.failed)}
        </p>
      )}
    </Notice>
  );
}
