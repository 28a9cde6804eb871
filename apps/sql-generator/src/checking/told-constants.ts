import { leadsAway, namesDatabase } from '@querent/llm';
import type { SemanticModel } from '@querent/model';
import { outputConstants, type Finding } from '@querent/lint';

/**
 * The names of the database that a statement would tell by its own constants, and the ways out that it would lay, an
 * address or markup: they come out as rows, and rows go to the asker as they are. Pieces are read together, too. @param
 * typed by the asker, who may read it again
 */
export async function toldByConstants(sql: string, model: SemanticModel, typed: readonly string[]): Promise<Finding[]> {
  const told = await outputConstants(sql);
  const named = told.filter((text) => namesDatabase(text, model, typed));
  const inPieces = named.length === 0 && namesDatabase(told.join(''), model, typed) ? [''] : [];
  const away = told.filter((text) => leadsAway(text) && !typed.some((known) => known.includes(text)));
  return [
    ...away.map((fragment): Finding => ({
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
