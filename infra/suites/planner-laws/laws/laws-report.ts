import { LAWS, type Upheld } from './play-laws';

/** How often each law was upheld by language, with examples of what broke it. */
export function lawsText(played: readonly Upheld[], examples: number): string {
  const rows = LAWS.map(({ name }) => {
    const cells = (['zh', 'en'] as const).map((locale) => {
      const own = played.filter((each) => each.law === name && each.locale === locale);
      const upheld = own.filter(({ holds }) => holds).length;
      return (own.length === 0 ? '–' : `${Math.round((100 * upheld) / own.length)} % (${upheld}/${own.length})`).padEnd(
        16,
      );
    });
    return [name.padEnd(48), ...cells].join('');
  });
  const broken = LAWS.flatMap(({ name }) =>
    played.filter(({ law, holds }) => law === name && !holds).slice(0, examples),
  );
  return [
    `${'law'.padEnd(48)}${'zh'.padEnd(16)}en`,
    ...rows,
    '',
    ...broken.flatMap(({ law, question, twin, before, after }) => [
      `${law}: ${question} | ${twin}`,
      `    ${before}`,
      `    ${after}`,
    ]),
  ].join('\n');
}
