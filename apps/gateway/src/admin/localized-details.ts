import type { Locale } from '@querent/contracts';
import { inBothLanguages } from '@querent/language';
import type { AgentView, ConnectionDetail, LoginView, MistakeView, StatusView } from './admin-schemas';

const inLanguage = (locale: Locale, text: string): string => inBothLanguages(text)[locale];

/** A connection's detail in a language. Messages of drivers and servers stay as they are. */
export const connectionDetailIn = (locale: Locale, detail: ConnectionDetail): ConnectionDetail => ({
  ...detail,
  status: statusIn(locale, detail.status),
  logins: detail.logins.map((login) => loginIn(locale, login)),
  problems: mistakesIn(locale, detail.problems),
});

export const statusIn = (locale: Locale, status: StatusView): StatusView =>
  status.detail === null ? status : { ...status, detail: inLanguage(locale, status.detail) };

export const mistakesIn = (locale: Locale, mistakes: readonly MistakeView[]): MistakeView[] =>
  mistakes.map((mistake) => ({ ...mistake, message: inLanguage(locale, mistake.message) }));

export const agentIn = (locale: Locale, agent: AgentView): AgentView => ({
  ...agent,
  problems: mistakesIn(locale, agent.problems),
});

const loginIn = (locale: Locale, login: LoginView): LoginView => ({
  ...login,
  status: statusIn(locale, login.status),
  findings: login.findings?.map((finding) => ({ ...finding, what: inLanguage(locale, finding.what) })) ?? null,
  notes: mistakesIn(locale, login.notes),
});
