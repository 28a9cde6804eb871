import { bootWorker } from '@querent/messaging';
import { openGenerator } from './open-generator';
import { sqlGeneratorEnvSchema } from './sql-generator-env';

void bootWorker({
  service: 'sql-generator',
  about:
    'compiles semantic queries into guarded, parameterised statements; has a language model write and repair the others',
  jobs: ['generate', 'reason'],
  env: sqlGeneratorEnvSchema,
  concurrencyOf: ({ LLM_CONCURRENCY }) => ({ reason: LLM_CONCURRENCY }),
  open: openGenerator,
});
