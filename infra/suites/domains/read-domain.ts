import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { z } from 'zod';
import { SetMistakes } from '../eval/question-set';
import { conversationLine, questionLine, type DomainConversation, type DomainQuestion } from './domain-question';

/** A domain's folder: a database, its model file and questions. */
export interface Domain {
  name: string;
  folder: string;
  questions: DomainQuestion[];
  conversations: DomainConversation[];
}

/**
 * @param day determines the years in questions, YYYY-MM-DD
 * @throws SetMistakes with every mistake as `file:line: field problem`, without words of a question
 */
export function readDomain(folder: string, day: string): Domain {
  const mistakes: string[] = [];
  for (const name of ['schema.sql', 'data.sql', 'questions.jsonl']) {
    if (!existsSync(join(folder, name))) mistakes.push(`${join(folder, name)}: is missing`);
  }
  const questions = linesOf(join(folder, 'questions.jsonl'), { schema: questionLine, day, mistakes });
  const conversations = linesOf(join(folder, 'conversations.jsonl'), { schema: conversationLine, day, mistakes });
  if (mistakes.length > 0) throw new SetMistakes(mistakes);
  return { name: basename(resolve(folder)), folder, questions, conversations };
}

interface Reading<S> {
  schema: S;
  day: string;
  mistakes: string[];
}

function linesOf<S extends z.ZodType<{ id: string }>>(path: string, reading: Reading<S>): z.output<S>[] {
  const { schema, day, mistakes } = reading;
  if (!existsSync(path)) return [];
  const known = new Set<string>();
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index): z.output<S>[] => {
      if (line.trim() === '') return [];
      const at = `${path}:${index + 1}`;
      const read = schema.safeParse(jsonOf(withYears(line, day)));
      if (!read.success) {
        for (const { path: field, message } of read.error.issues) mistakes.push(`${at}: ${field.join('.')} ${message}`);
        return [];
      }
      if (known.has(read.data.id)) mistakes.push(`${at}: id is that of an earlier line`);
      known.add(read.data.id);
      return [read.data];
    });
}

/** Returns undefined for invalid JSON, which no schema accepts. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const offsets: Readonly<Record<string, number>> = { TY: 0, LY: -1, YBL: -2 };

/** Replaces `{TY}` by the day's year, `{LY}` by the previous one and `{YBL}` by the one before that. */
const withYears = (text: string, day: string): string =>
  text.replace(/\{(TY|LY|YBL)\}/g, (_, name: string) => String(Number(day.slice(0, 4)) + (offsets[name] ?? 0)));
