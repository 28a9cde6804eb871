import type { Problem, Question, ResultPage, Routes, Run } from './generated/api-types';

/** Names for parts of the generated types. */
export type { Cell, Problem, Question, ResultPage, Routes, Run } from './generated/api-types';

export type ErrorCode = Problem['code'];
export type RunStatus = Run['status'];
export type Clarification = NonNullable<Run['clarification']>;
export type Step = Run['steps'][number];
export type Column = ResultPage['columns'][number];
export type RunSummary = Routes['GET /v1/queries']['output']['runs'][number];
export type Locale = NonNullable<Question['locale']>;
