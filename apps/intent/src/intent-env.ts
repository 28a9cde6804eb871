import { auditEnv } from '@querent/audit';
import { semanticCacheEnv } from '@querent/cache';
import { historyEnv } from '@querent/history';
import { envBoolean, envInteger } from '@querent/platform';
import { embedderEnv, vectorIndexEnv } from '@querent/retrieval';
import { z } from 'zod';
import type { FastMode } from './mode/choose-mode';

const DISABLE_KEYWORDS =
  '图表,图形,趋势,走势,分布,对比,可视化,画图,绘图,画出,占比图,柱状图,条形图,折线图,饼图,散点图,热力图,地图,分析,chart,graph,plot,trend,distribution,compare,comparing,comparison,visualise,visualize,visualisation,visualization,histogram,analyse,analyze,analysis';

/**
 * The environment variables of the intent worker, besides those of every worker. The guard checks every statement in
 * both modes, so there is no switch for it.
 */
export const intentEnvSchema = z.object({
  ...auditEnv,
  ...historyEnv,
  ...embedderEnv,
  ...vectorIndexEnv,
  ...semanticCacheEnv,
  LLM_BASE_URL: z
    .string()
    .optional()
    .describe(
      'same value as for the generator: questions that the planner does not cover go to the language model; unset: they lead to a clarification or are declined',
    ),
  LLM_MODEL: z
    .string()
    .optional()
    .describe(
      'same value as for the generator: a statement that a model wrote is shared only while the model is unchanged',
    ),
  SQL_LLM_BASE_URL: z.string().optional().describe('same value as for the generator'),
  SQL_LLM_MODEL: z.string().optional().describe('same value as for the generator'),
  BACK_PRESSURE: envInteger(
    2,
    0,
    1_000,
    'no further question is started, except of tenants without a run in progress, while a later stage has more than this many waiting jobs per active job; 0: no limit, for fleets that are scaled by queue length',
  ),
  FAST_MODE_AUTO_DETECT: envBoolean(
    true,
    'a simple, fully covered question is answered in fast mode; false: only if the request asks for it',
  ),
  FAST_MODE_SKIP_SAMPLE_RETRIEVAL: envBoolean(true, 'in fast mode, a language model receives no sample questions'),
  FAST_MODE_SKIP_CHART_GENERATION: envBoolean(true, 'fast mode draws no chart; the answer in words stays'),
  FAST_MODE_QUERY_LENGTH_THRESHOLD: envInteger(
    50,
    0,
    2_000,
    'longer questions are answered in full mode; counted in Chinese characters, a word in another script counts as two',
  ),
  FAST_MODE_DISABLE_KEYWORDS: z
    .string()
    .default(DISABLE_KEYWORDS)
    .describe(
      'words that ask for a chart or an analysis and so select full mode; separated by commas, English words include their plural',
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
