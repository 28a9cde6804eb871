import { useEffect, useRef, type ReactElement } from 'react';
import { useLocale } from '../../surface/surface';
import { useTexts } from '../texts';
import { openDifference, replaceText } from './model-editor-view';

interface Props {
  label: string;
  before: string;
  after: string;
  /** Lets the reader undo single changes. */
  onText?: (text: string) => void;
}

/** The difference of two model files. */
export default function Difference({ label, before, after, onText }: Props): ReactElement {
  const { editor } = useTexts();
  const language = useLocale();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof openDifference>>(null);
  const latest = useRef({ after, onText });
  latest.current = { after, onText };
  const isEditable = onText !== undefined;
  useEffect(() => {
    if (!parent.current) return;
    const undo = isEditable
      ? { label: editor.revert, onText: (text: string) => latest.current.onText?.(text) }
      : undefined;
    const opened = openDifference({
      ...{ parent: parent.current, before, after: latest.current.after, label, language, undo },
    });
    view.current = opened;
    return () => {
      view.current = null;
      opened.destroy();
    };
  }, [before, label, language, isEditable, editor]);
  useEffect(() => {
    if (view.current) replaceText(view.current, after);
  }, [after]);
  return <div className="model-difference" ref={parent} />;
}
