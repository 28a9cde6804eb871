import { QuerentError } from '@querent/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { querent } from '../api';
import { messageOf } from '../message-of';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { AskAgain } from './ask-again';
import { ChangedQuestion } from './changed-question';
import { DefinitionChecks } from './definition-checks';
import { liveModelKey, type LiveModel } from './live-model';
import { useTexts } from './texts';
import type { ModelDraft } from './use-draft';
import type { Comparison, Impact } from './use-impact';

/** Time until a change is in force in every process, ms. */
const IN_FORCE_MS = 2_500;

interface Props {
  name: string;
  live: LiveModel;
  draft: ModelDraft;
  impact: Impact;
  hasMistakes: boolean;
  onShow: (path: readonly string[]) => void;
}

/** What a draft changes for known questions, and its publication. */
export function ImpactPanel({ name, live, draft, impact, hasMistakes, onShow }: Props): ReactElement {
  const { impact: texts, publish, difference } = useTexts();
  const client = useQueryClient();
  const [published, setPublished] = useState<string | null>(null);
  const publishing = useMutation({
    mutationFn: (text: string) => querent.models.put(name, text, { etag: draft.base }),
    onSuccess: ({ value, etag }, text) => {
      const { layer, revision } = value;
      client.setQueryData<LiveModel>(liveModelKey(name), { ...live, text, etag, layer, revision });
      draft.discard();
      setPublished(revision);
      setTimeout(() => {
        void client.invalidateQueries({ queryKey: liveModelKey(name) });
        void client.invalidateQueries({ queryKey: ['revisions', name] });
        void client.invalidateQueries({ queryKey: ['labels'] });
      }, IN_FORCE_MS);
    },
    onError: (error) => {
      // The notice about the other version appears when it has been read.
      if (isOvertaken(error)) void client.invalidateQueries({ queryKey: liveModelKey(name) });
    },
  });
  if (!draft.isChanged)
    return published === null ? (
      <p className="quiet">{difference.none}</p>
    ) : (
      <Notice tone="calm" title={publish.done} isAlert>
        <AskAgain name={name} />
      </Notice>
    );
  const isWorking = impact.state === 'working';
  return (
    <div className="impact">
      <h2>{texts.title}</h2>
      <p className="quiet">{texts.hint}</p>
      <ImpactState impact={impact} />
      {impact.state === 'done' && impact.text !== draft.text && <p>{texts.outdated}</p>}
      {hasMistakes && <p className="bad">{texts.mistakes}</p>}
      <div className="row">
        {isWorking ? (
          <Button onPress={impact.cancel}>{texts.cancel}</Button>
        ) : (
          <Button isDisabled={hasMistakes} onPress={() => impact.start(draft.text)}>
            {impact.state === 'none' ? texts.start : texts.again}
          </Button>
        )}
        <Button
          tone="main"
          isDisabled={hasMistakes || draft.isOvertaken || publishing.isPending}
          onPress={() => publishing.mutate(draft.text)}
        >
          {publish.now}
        </Button>
      </div>
      {publishing.error && !isOvertaken(publishing.error) && (
        <Notice tone="bad" title={messageOf(publishing.error, publish.failed)} isAlert>
          {publishing.error instanceof QuerentError && (
            <ul>
              {publishing.error.errors.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {path} {message}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {impact.comparison?.definitions && (
        <DefinitionChecks definitions={impact.comparison.definitions} onShow={onShow} />
      )}
      {impact.comparison?.summary && <Changes comparison={impact.comparison} />}
    </div>
  );
}

const isOvertaken = (error: unknown): boolean => error instanceof QuerentError && error.code === 'precondition_failed';

function ImpactState({ impact: { state, comparison } }: { impact: Impact }): ReactElement | null {
  const { impact: texts } = useTexts();
  if (state === 'none' || (state === 'done' && comparison === null)) return null;
  if (state === 'working') {
    const { done, of } = comparison?.progress ?? { done: 0, of: 0 };
    return (
      <div role="status">
        <p>{texts.working(done, of)}</p>
        <progress max={Math.max(of, 1)} value={of === 0 ? undefined : done} aria-label={texts.title} />
      </div>
    );
  }
  if (state === 'done') return <p role="status">{outcome(texts, comparison)}</p>;
  if (state === 'cancelled') return <p role="status">{texts.cancelled}</p>;
  return (
    <p className="bad" role="alert">
      {state === 'busy' ? texts.busy : (comparison?.error ?? texts.failed)}
    </p>
  );
}

function outcome(texts: ReturnType<typeof useTexts>['impact'], comparison: Comparison | null): string {
  if (!comparison?.summary) return '';
  const { unchanged, ...changed } = comparison.summary;
  const changes = Object.values(changed).reduce((sum, count) => sum + count, 0);
  if (changes + unchanged === 0) return texts.noQuestions;
  return changes === 0 ? texts.none(unchanged) : texts.some(changes, changes + unchanged);
}

function Changes({ comparison }: { comparison: Comparison }): ReactElement {
  const { impact: texts } = useTexts();
  const classes = [...new Set(comparison.changes.map((change) => change.class))];
  return (
    <>
      {classes.map((one) => (
        <section key={one} className={`changes ${one}`}>
          <h3>{texts.classes[one]}</h3>
          <ul>
            {comparison.changes
              .filter((change) => change.class === one)
              .map((change) => (
                <ChangedQuestion key={`${change.locale} ${change.question}`} change={change} />
              ))}
          </ul>
        </section>
      ))}
      {comparison.changesLeftOff > 0 && <p className="quiet">{texts.leftOff(comparison.changesLeftOff)}</p>}
    </>
  );
}
