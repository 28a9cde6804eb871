import { auditEnv } from '@querent/audit';
import { semanticCacheEnv } from '@querent/cache';
import { envBoolean, envInteger } from '@querent/platform';
import { embedderEnv, vectorIndexEnv } from '@querent/retrieval';
import { z } from 'zod';
import type { FastMode } from './mode/choose-mode';

const DISABLE_KEYWORDS =
  '图表,图形,趋势,走势,分布,对比,可视化,画图,绘图,画出,占比图,柱状图,条形图,折线图,饼图,散点图,热力图,地图,分析,chart,graph,plot,trend,distribution,compare,comparing,comparison,visualise,visualize,visualisation,visualization,histogram,analyse,analyze,analysis';

/**
 * What the intent worker reads from its environment beside what every worker does. The guard checks every statement in
 * both modes, so the seed's query checker has no switch.
 */
export const intentEnvSchema = z.object({
  ...auditEnv,
  ...embedderEnv,
  ...vectorIndexEnv,
  ...semanticCacheEnv,
  LLM_BASE_URL: z
    .string()
    .optional()
    .describe(
      'set where the generator has a language model: what the planner does not cover is handed on to it; unset: that is asked about or refused',
    ),
  LLM_MODEL: z
    .string()
    .optional()
    .describe('as the generator has it: statements that a model wrote are shared only while it is the same'),
  SQL_LLM_BASE_URL: z.string().optional().describe('as the generator has it'),
  SQL_LLM_MODEL: z.string().optional().describe('as the generator has it'),
  BACK_PRESSURE: envInteger(
    2,
    0,
    1_000,
    'a further question is begun, newcomers’ excepted, while at no stage behind more jobs wait than this many for each that is under way there; 0: always, for fleets that scale by their queues',
  ),
  FAST_MODE_AUTO_DETECT: envBoolean(
    true,
    'a simple, fully covered question is answered in fast mode; false: only where the request asks for it',
  ),
  FAST_MODE_SKIP_SAMPLE_RETRIEVAL: envBoolean(
    true,
    'fast mode leaves out the retrieval of tables and sample questions',
  ),
  FAST_MODE_SKIP_CHART_GENERATION: envBoolean(true, 'fast mode draws no chart; the answer in words stays'),
  FAST_MODE_QUERY_LENGTH_THRESHOLD: envInteger(
    50,
    0,
    2_000,
    'longer questions are answered in full mode: Chinese characters, a word in other letters counts as two',
  ),
  FAST_MODE_DISABLE_KEYWORDS: z
    .string()
    .default(DISABLE_KEYWORDS)
    .describe(
      'words that want a picture or an analysis, so full mode; separated by commas, English ones with their plural',
    ),
});

export function fastModeOf(env: z.infer<typeof intentEnvSchema>): FastMode {
  return {
    autoDetect: env.FAST_MODE_AUTO_DETECT,
    skipSamples: env.FAST_MODE_SKIP_SAMPLE_RETRIEVAL,
    skipChart: env.FAST_MODE_SKIP_CHART_GENERATION,
    maxLength: env.FAST_MODE_QUERY_LENGTH_THRESHOLD,
    disableWords: env.FAST_MODE_DISABLE_KEYWORDS.split(/[,，]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  };
}
