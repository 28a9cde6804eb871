import { assemblePrompt } from './assemble-prompt';
import { meaningParts } from './parts/meaning-parts';
import type { Prompt, PromptLimits } from './prompt';
import type { PromptContext } from './prompt-context';
import type { Part } from './parts/prompt-part';
import { promptTexts } from './prompt-texts';
import { runParts } from './parts/run-parts';
import { schemaParts } from './parts/schema-parts';

/**
 * The prompt that asks a general model for a statement.
 * @throws PromptTooLongError if the question alone does not fit
 */
export function generatePrompt(context: PromptContext, limits: PromptLimits): Prompt {
  return assemblePrompt(
    { text: promptTexts.generate, runId: context.runId, header: headerOf(context), parts: contextParts(context) },
    limits,
  );
}

/** All blocks of a question: schema, business meaning, run context, and last the question. */
export const contextParts = (context: PromptContext): Part[] => [
  ...schemaParts(context),
  ...meaningParts(context),
  ...runParts(context),
];

/** Contains only our own text, no user or database content. */
export function headerOf({
  today,
  timezone,
  modelToday = today,
  model,
  locale,
  intentType,
  strategy,
  note,
}: PromptContext): string {
  const weekday = WEEKDAYS[new Date(`${today}T00:00:00Z`).getUTCDay()] ?? '';
  const zone = zoneText(timezone);
  return [
    `Date of the request: ${today}${weekday === '' ? '' : ` (${weekday})`}. Time zone: ${zone}. Language of the asker: ${locale === 'zh' ? 'Chinese' : 'English'}.`,
    ...(model.timezone === timezone
      ? []
      : [
          `Columns of type timestamp (without time zone) hold wall-clock time of ${zoneText(model.timezone)}, where the date is ${modelToday}: compare them with plain TIMESTAMP values of that clock.`,
        ]),
    `Kind of question: ${intentType ?? 'not known'}. Strategy: ${strategy ?? 'choose the one that fits'}.`,
    ...(note === null ? [] : [note]),
  ].join('\n');
}

const zoneText = (timezone: string): string => (/^[A-Za-z0-9_+\-/]{1,64}$/.test(timezone) ? timezone : 'UTC');

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
