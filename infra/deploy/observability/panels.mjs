// The panels of the dashboards as text, for whoever has no Grafana at hand: node infra/deploy/observability/panels.mjs
// [overview …] Of each panel its title and unit, and under it what its lines are called and the query that draws them.
import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('./grafana/dashboards/', import.meta.url);
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

for (const name of names) {
  const { title, panels } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  console.log(`${title}\n${'='.repeat(title.length)}`);
  for (const panel of panels) {
    if (panel.type === 'row') console.log(`\n${panel.title}`);
    else
      console.log(
        `  ${panel.title} [${panel.fieldConfig.defaults.unit}]\n${panel.targets.map(({ legendFormat, expr }) => `      ${legendFormat.padEnd(26)} ${expr}`).join('\n')}`,
      );
  }
  console.log();
}
