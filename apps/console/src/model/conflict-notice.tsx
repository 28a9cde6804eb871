import type { ReactElement } from 'react';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useTexts } from './texts';
import type { ModelDraft } from './use-draft';

/** Another version was published while this one was written: the user decides which one goes on. */
export function ConflictNotice({ draft, onShow }: { draft: ModelDraft; onShow: () => void }): ReactElement {
  const { conflict } = useTexts();
  return (
    <Notice tone="warn" title={conflict.title} isAlert>
      <p>{conflict.hint}</p>
      <div className="row">
        <Button onPress={onShow}>{conflict.show}</Button>
        <Button onPress={draft.rebase}>{conflict.mine}</Button>
        <Button onPress={draft.discard}>{conflict.theirs}</Button>
      </div>
    </Notice>
  );
}
