import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useMemo, useState, type ReactElement } from 'react';
import { querent } from '../api';
import { Loading } from '../ui/loading';
import { Button } from '../ui/button';
import { ToggleRow } from '../ui/toggle-row';
import { ConflictNotice } from './conflict-notice';
import { DifferencePanel } from './difference-panel';
import { DraftState } from './draft-state';
import { namesOfModel, namesOfSchema } from './editor/known-names';
import type { ShownRange } from './editor/model-text-editor';
import { modelDocument, rangeOf } from './form/edit-model-text';
import { entriesOf } from './form/model-entries';
import { WordsForm } from './form/words-form';
import { HistoryPanel } from './history-panel';
import { ImpactPanel } from './impact-panel';
import type { LiveModel } from './live-model';
import { MistakeList } from './mistake-list';
import { PreparedChange } from './prepared/prepared-change';
import { StartNotice } from './start-notice';
import { useTexts } from './texts';
import { useDraft } from './use-draft';
import { useImpact } from './use-impact';
import { useSearchState } from '../use-search';
import { useValidation } from './validation';

const ModelTextEditor = lazy(() => import('./editor/model-text-editor'));

const panels = ['words', 'yaml', 'difference', 'impact', 'history'] as const;
export type Panel = (typeof panels)[number];

/** A model as words and as a file side by side, with what follows from a change. */
export function ModelWorkbench({ name, live }: { name: string; live: LiveModel }): ReactElement {
  const texts = useTexts();
  const { search, change } = useSearchState();
  const panel = panels.find((one) => one === search.get('panel')) ?? 'words';
  const draft = useDraft(name, live);
  const impact = useImpact(name);
  const validation = useValidation(name, draft.text.trim() === '' ? null : draft.text);
  const [shown, setShown] = useState<ShownRange | null>(null);
  const read = useDeferredValue(draft.text);
  const document = useMemo(() => modelDocument(read), [read]);
  const entries = useMemo(() => document && entriesOf(document, live.model), [document, live.model]);
  const known = useKnownNames(name, live);
  const show = (range: { from: number; to: number } | null, takesFocus = true): void => {
    if (range !== null) setShown({ ...range, takesFocus });
  };
  const openPanel = (next: Panel): void => change({ panel: next === 'words' ? null : next });
  const openImpact = (): void => {
    openPanel('impact');
    if (draft.isChanged && validation.state !== 'bad') impact.start(draft.text);
  };
  const showInFile = (path: readonly string[], text = draft.text): void => {
    show(rangeOf(text, path));
    if (isNarrow()) openPanel('yaml');
  };
  const begin = (text: string): void => {
    draft.change(text);
    // The button that had the focus is removed: the focus goes to what it has made.
    show({ from: 0, to: 0 });
    if (isNarrow()) openPanel('yaml');
  };
  return (
    <>
      <DraftState live={live} draft={draft} validation={validation}>
        <Button tone="main" isDisabled={!draft.isChanged} onPress={openImpact}>
          {texts.publish.open}
        </Button>
      </DraftState>
      {draft.isOvertaken && <ConflictNotice draft={draft} onShow={() => openPanel('difference')} />}
      {live.text === null && !draft.isChanged && <StartNotice name={name} onDraft={begin} />}
      <PreparedChange
        entries={entries}
        model={live.model}
        text={draft.text}
        isChanged={draft.isChanged}
        onText={(text, path) => {
          draft.change(text);
          showInFile(path, text);
        }}
        onNext={openImpact}
      />
      <ToggleRow
        label={texts.panels.label}
        choices={panels.map((key) => ({ key, label: texts.panels[key] }))}
        chosen={panel}
        onChoose={openPanel}
      />
      <div className={`workbench shows-${panel}`}>
        <div className="panel">
          {panel === 'words' && (
            <WordsForm entries={entries} text={draft.text} onText={draft.change} onShow={showInFile} />
          )}
          {panel === 'difference' && (
            <DifferencePanel before={live.text ?? ''} after={draft.text} onText={draft.change} />
          )}
          {panel === 'impact' && (
            <ImpactPanel
              name={name}
              live={live}
              draft={draft}
              impact={impact}
              hasMistakes={validation.state === 'bad'}
              onShow={(path) => showInFile(path)}
            />
          )}
          {panel === 'history' && <HistoryPanel name={name} live={live} />}
        </div>
        <section className="file" aria-label={texts.editor.label}>
          <Suspense fallback={<Loading />}>
            <ModelTextEditor
              text={draft.text}
              onText={draft.change}
              mistakes={validation.mistakes}
              known={known}
              shown={shown}
            />
          </Suspense>
          <p className="quiet">{texts.editor.keys}</p>
          <MistakeList text={draft.text} mistakes={validation.mistakes} onShow={show} />
        </section>
      </div>
    </>
  );
}

/** On a narrow page the file is a panel. */
const isNarrow = (): boolean => window.matchMedia('(max-width: 1100px)').matches;

/** Names for completions: all those of the schema, and until it is read those of the model. */
function useKnownNames(name: string, { model }: LiveModel): ReturnType<typeof namesOfModel> {
  const { data } = useQuery({
    queryKey: ['schema', name],
    staleTime: 300_000,
    queryFn: async ({ signal }) => namesOfSchema(await querent.connections.schema(name, { signal })),
  });
  return useMemo(() => data ?? namesOfModel(model), [data, model]);
}
