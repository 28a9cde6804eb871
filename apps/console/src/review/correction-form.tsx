import { useId, useState, type ReactElement } from 'react';
import { Button } from '../ui/button';
import { useTexts } from './texts';

interface Props {
  question: string;
  sql: string;
  isBusy: boolean;
  onSave: (corrected: { question: string; sql: string }) => void;
  onCancel: () => void;
}

/** Corrects a question and its statement; saved, they are an approved example. */
export function CorrectionForm({ question, sql, isBusy, onSave, onCancel }: Props): ReactElement {
  const { correct } = useTexts();
  const id = useId();
  const [corrected, setCorrected] = useState({ question, sql });
  const isEmpty = corrected.question.trim() === '' || corrected.sql.trim() === '';
  return (
    <form
      className="correction"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onSave({ question: corrected.question.trim(), sql: corrected.sql.trim() });
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <label htmlFor={`${id}-question`}>{correct.question}</label>
      <input
        id={`${id}-question`}
        type="text"
        autoFocus
        value={corrected.question}
        onChange={({ target }) => setCorrected({ ...corrected, question: target.value })}
      />
      <label htmlFor={`${id}-sql`}>{correct.sql}</label>
      <textarea
        id={`${id}-sql`}
        rows={6}
        spellCheck={false}
        value={corrected.sql}
        onChange={({ target }) => setCorrected({ ...corrected, sql: target.value })}
      />
      <div className="row">
        <Button type="submit" tone="main" isDisabled={isEmpty || isBusy}>
          {correct.save}
        </Button>
        <Button tone="plain" onPress={onCancel}>
          {correct.cancel}
        </Button>
      </div>
    </form>
  );
}
