// npm run secret -- encrypt | rotate | check | generate-key: encrypts the secrets of connection files.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../build/bundle.mjs';

const [program] = await bundlePrograms('tools/secrets', ['secret-tool']);
const { secretTool } = createRequire(import.meta.url)(program);
process.exitCode = await secretTool(process.argv.slice(2), process.env);
