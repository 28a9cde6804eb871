import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { stateFolder } from '../repository-paths.mjs';
import { findOnPath } from './system-packages.mjs';

/** Go packages of the programs, by name. */
const programs = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.19.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0',
};
/** A module of which helm consists. It contains the OpenAPI document of Kubernetes 1.25. */
const openApiModule = 'k8s.io/cli-runtime@v0.34.0';

/**
 * The programs that check the Helm chart: built from source once if Go is on PATH, else those on PATH.
 * @returns {Promise<{ helm?: string, kubeconform?: string, openApi?: string }>} paths of the programs, and of
 * Kubernetes' OpenAPI document; a member is missing if the program cannot be had
 */
export async function provideChartTools() {
  const go = findOnPath('go');
  const tools = {};
  for (const [name, source] of Object.entries(programs)) {
    tools[name] = (go && (await built(go, name, source))) ?? findOnPath(name) ?? undefined;
  }
  if (go && tools.kubeconform) tools.openApi = await openApiOf(go);
  return tools;
}

/** @returns {Promise<string | undefined>} the built program; undefined if its source cannot be fetched or built */
async function built(go, name, source) {
  const path = `${stateFolder}/bin/${name}-${source.split('@')[1]}`;
  if (existsSync(path)) return path;
  const started = Date.now();
  const folder = `${stateFolder}/bin/${name}-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  try {
    await run(go, ['install', source], { GOBIN: folder });
    renameSync(`${folder}/${name}`, path);
  } catch (error) {
    console.log(`${name} was not built: ${lastLine(error)}`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`built ${source} in ${Math.round((Date.now() - started) / 1000)} s`);
  return path;
}

async function openApiOf(go) {
  try {
    const { stdout } = await run(go, ['mod', 'download', '-json', openApiModule], {});
    return `${JSON.parse(stdout).Dir}/artifacts/openapi/swagger.json`;
  } catch (error) {
    console.log(`Kubernetes' OpenAPI document was not fetched: ${lastLine(error)}`);
    return undefined;
  }
}

/** Runs Go outside of any module, so that the versions are those of the package itself. */
const run = (go, args, env) =>
  promisify(execFile)(go, args, { cwd: stateFolder, env: { ...process.env, ...env, GOWORK: 'off' } });

const lastLine = (error) =>
  String(error.stderr ?? error)
    .trim()
    .split('\n')
    .at(-1);
