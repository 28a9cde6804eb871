import { hasLinkOrMarkup, namesDatabase } from '@querent/llm';
import type { SemanticModel } from '@querent/model';
import { outputConstants, type Finding } from '@querent/lint';

/**
 * Findings about constants in the result that would leak physical names, or hold a URL or markup: constants are
 * returned as rows, and rows reach the asker without a gate. Constants are also checked joined together, in case a name
 * is split.
 * @param typed texts of the asker, which may be repeated
 */
export async function literalLeaks(sql: string, model: SemanticModel, typed: readonly string[]): Promise<Finding[]> {
  const constants = await outputConstants(sql);
  const named = constants.filter((text) => namesDatabase(text, model, typed));
  const inPieces = named.length === 0 && namesDatabase(constants.join(''), model, typed) ? [''] : [];
  const external = constants.filter((text) => hasLinkOrMarkup(text) && !typed.some((known) => known.includes(text)));
  return [
    ...external.map((fragment): Finding => ({
      rule: 'address_told',
      severity: 'error',
      fragment,
      message: 'A constant of the result is an address or markup: return what is stored and nothing around it.',
    })),
    ...[...named, ...inPieces].map((fragment): Finding => ({
      rule: 'name_told',
      severity: 'error',
      fragment,
      message: 'A constant of the result is a name of the database: say it in the words of the business.',
    })),
  ];
}
