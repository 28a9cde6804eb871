// Prints the panels of the dashboards as text, for use without Grafana: each panel's title and unit, and below it the
// legend and the query of each of its lines. Usage: node infra/deploy/observability/panels.mjs [overview …]
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
