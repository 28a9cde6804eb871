import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, type ReactElement } from 'react';
import { useLocale } from '../../surface/surface';
import { useTexts } from '../texts';
import type { Mistake } from '../validation';
import type { KnownNames } from './known-names';
import { openModelEditor, replaceText, showMistakes, showRange } from './model-editor-view';

/** A part of the text to show; each object is shown once. */
export interface ShownRange {
  from: number;
  to: number;
  takesFocus: boolean;
}

interface Props {
  text: string;
  onText: (text: string) => void;
  mistakes: readonly Mistake[];
  known: KnownNames;
  shown: ShownRange | null;
}

/** The model file as text. */
export default function ModelTextEditor({ text, onText, mistakes, known, shown }: Props): ReactElement {
  const { editor } = useTexts();
  const language = useLocale();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ text, onText, known });
  latest.current = { text, onText, known };
  useEffect(() => {
    if (!parent.current) return;
    const opened = openModelEditor({
      parent: parent.current,
      text: latest.current.text,
      label: editor.label,
      language,
      known: () => latest.current.known,
      onText: (next) => latest.current.onText(next),
    });
    view.current = opened;
    return () => {
      view.current = null;
      opened.destroy();
    };
  }, [editor, language]);
  useEffect(() => {
    if (view.current) replaceText(view.current, text);
  }, [text]);
  useEffect(() => {
    if (view.current) showMistakes(view.current, mistakes);
  }, [mistakes, language]);
  useEffect(() => {
    if (view.current && shown) showRange(view.current, shown, shown.takesFocus);
  }, [shown, language]);
  return <div className="model-text" ref={parent} />;
}
