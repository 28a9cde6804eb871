/**
 * Parses the samples of a Prometheus page (text exposition format 0.0.4,
 * https://prometheus.io/docs/instrumenting/exposition_formats/).
 * @param {string} text
 * @returns {{ name: string, labels: Record<string, string>, value: number }[]}
 */
export function readSamples(text) {
  return text.split('\n').flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
    return match === null ? [] : [{ name: match[1], labels: readLabels(match[2] ?? ''), value: Number(match[3]) }];
  });
}

function readLabels(text) {
  const labels = {};
  for (const [, name, value] of text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
    labels[name] = value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
  return labels;
}
