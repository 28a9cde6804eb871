import type { ReactElement } from 'react';
import { useTexts } from './texts';
import type { Comparison } from './use-impact';

type Change = Comparison['changes'][number];

/** A question that a draft changes: its reading before and after. */
export function ChangedQuestion({ change }: { change: Change }): ReactElement {
  const { impact: texts } = useTexts();
  const source = change.asked > 0 ? texts.asked(change.asked) : texts.sources[change.source];
  return (
    <li className="changed-question">
      <p className="question">{change.question}</p>
      {source !== '' && <p className="quiet">{source}</p>}
      <dl>
        <Side title={texts.before} reading={change.before} />
        <Side title={texts.after} reading={change.after} />
      </dl>
    </li>
  );
}

function Side({ title, reading: { kind, text, options } }: { title: string; reading: Change['before'] }): ReactElement {
  const { impact: texts } = useTexts();
  return (
    <div>
      <dt className="quiet">
        {title}: {texts.kinds[kind]}
      </dt>
      <dd>
        {text}
        {options && options.length > 0 && (
          <span className="quiet">
            {' '}
            {texts.options}: {options.join(' / ')}
          </span>
        )}
      </dd>
    </div>
  );
}
