const colours = [36, 32, 33, 35, 34, 96, 92, 93];
/** Levels that must be noticed among the others. */
const loud = new Set(['warn', 'error', 'fatal']);
const known = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'service', 'version', 'name']);

/**
 * Merges the lines of several processes into one log, with the name of the process before each line. On a terminal,
 * names are coloured and JSON lines become readable. Otherwise lines are unchanged, for machines.
 * @param {NodeJS.WritableStream & { isTTY?: boolean }} output
 * @returns {(name: string, line: string) => void}
 */
export function prefixedLog(output) {
  const seen = [];
  return (name, line) => {
    if (!seen.includes(name)) seen.push(name);
    const label = name.padEnd(16);
    const prefix = output.isTTY ? `\u001b[${colours[seen.indexOf(name) % colours.length]}m${label}\u001b[0m` : label;
    output.write(`${prefix} | ${output.isTTY ? readable(line) : line}\n`);
  };
}

/**
 * @param {string} line a line of pino's JSON; other lines are returned unchanged
 * @returns {string} `12:00:00 info message key=value …`
 */
export function readable(line) {
  const entry = parseEntry(line);
  if (!entry) return line;
  const rest = Object.entries(entry).filter(([key]) => !known.has(key));
  const pairs = rest.map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const time = new Date(entry.time).toISOString().slice(11, 19);
  const level = loud.has(entry.level) ? entry.level.toUpperCase() : entry.level;
  return [time, level, entry.msg, ...pairs].join(' ');
}

function parseEntry(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line);
    return typeof entry.msg === 'string' && !Number.isNaN(Date.parse(new Date(entry.time))) ? entry : undefined;
  } catch {
    return undefined;
  }
}
