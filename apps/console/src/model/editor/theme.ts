import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the page's tokens, so that both themes and high contrast apply. */
const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--main)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--page)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--soft) 45%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--main) 28%, transparent)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--main)', color: 'var(--on-main)' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '1' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-changedLine, &.cm-merge-b .cm-changedLine': {
    backgroundColor: 'color-mix(in srgb, var(--good) 9%, transparent)',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'none',
    borderBottom: '2px solid var(--good)',
  },
  '.cm-deletedChunk': { backgroundColor: 'color-mix(in srgb, var(--bad) 8%, transparent)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', borderBottom: '2px solid var(--bad)' },
  '.cm-deletedChunk del': { textDecoration: 'none' },
  '.cm-chunkButtons .undo-change': {
    padding: '0 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    font: 'var(--small) / 1.6 var(--font)',
    cursor: 'pointer',
  },
  '.cm-collapsedLines': { background: 'var(--hover)', color: 'var(--quiet)', padding: '4px 12px' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '""' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--main)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.keyword, tags.atom, tags.bool, tags.number], color: 'var(--warn)' },
]);

export const editorLook: Extension = [look, syntaxHighlighting(highlighting)];
