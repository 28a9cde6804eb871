import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Language } from '../live-model';
import type { Mistake } from '../validation';
import { phrasesOf } from './phrases';
import type { KnownNames } from './known-names';
import { modelCompletions } from './model-completions';
import { editorLook } from './theme';

interface EditorSetup {
  parent: HTMLElement;
  text: string;
  label: string;
  language: Language;
  known: () => KnownNames;
  onText: (text: string) => void;
}

/** An editor of a model file. Tab leaves it, as everywhere on the page. */
export function openModelEditor({ parent, text, label, language, known, onText }: EditorSetup): EditorView {
  return new EditorView({
    ...within(parent),
    doc: text,
    extensions: [
      shown(label, language),
      history(),
      foldGutter({ openText: '−', closedText: '+' }),
      lintGutter(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      indentOnInput(),
      autocompletion({ override: [modelCompletions(known)], icons: false }),
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
      EditorView.updateListener.of(({ docChanged, state }) => docChanged && onText(state.doc.toString())),
    ],
  });
}

interface DifferenceSetup {
  parent: HTMLElement;
  before: string;
  after: string;
  label: string;
  language: Language;
  /** Makes the text editable by undoing single changes. */
  undo?: { label: string; onText: (text: string) => void } | undefined;
}

/** Shows the difference of two texts in one column. */
export function openDifference({ parent, before, after, label, language, undo }: DifferenceSetup): EditorView {
  return new EditorView({
    ...within(parent),
    doc: after,
    extensions: [
      shown(label, language),
      EditorState.readOnly.of(true),
      unifiedMergeView({
        original: before,
        gutter: true,
        collapseUnchanged: { margin: 2, minSize: 6 },
        mergeControls:
          undo === undefined
            ? false
            : (kind, action) => undoButton(kind, (event) => action(event as MouseEvent), undo.label),
      }),
      EditorView.updateListener.of(({ docChanged, state }) => docChanged && undo?.onText(state.doc.toString())),
    ],
  });
}

/**
 * An editor in a document adds a style element, which the content security policy forbids. In a shadow root it adopts
 * a constructed style sheet.
 */
function within(element: HTMLElement): { parent: ShadowRoot; root: ShadowRoot } {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  return { parent: root, root };
}

function undoButton(kind: 'reject' | 'accept', action: (event: Event) => void, label: string): HTMLElement {
  const button = document.createElement(kind === 'reject' ? 'button' : 'span');
  if (kind === 'accept') return button;
  button.className = 'undo-change';
  button.textContent = label;
  button.addEventListener('click', action);
  return button;
}

const shown = (label: string, language: Language): Extension => [
  editorLook,
  yaml(),
  lineNumbers(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  EditorState.phrases.of(phrasesOf(language)),
];

/** Marks mistakes at their lines. A mistake without a line is at the beginning. */
export function showMistakes(view: EditorView, mistakes: readonly Mistake[]): void {
  const { doc } = view.state;
  const diagnostics = mistakes.map(({ line = 1, message }): Diagnostic => {
    const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return { from: from + (text.length - text.trimStart().length), to, severity: 'error', message };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Replaces the text where it differs, so that the cursor and the history of changes remain. */
export function replaceText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let start = 0;
  while (start < Math.min(old.length, text.length) && old[start] === text[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, text.length) - start && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  view.dispatch({
    changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) },
    userEvent: 'input.form',
  });
}

/** Selects a part of the text and scrolls to it. */
export function showRange(view: EditorView, { from, to }: { from: number; to: number }, takeFocus: boolean): void {
  const { length } = view.state.doc;
  view.dispatch({
    selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
    effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }),
  });
  if (takeFocus) view.focus();
}
