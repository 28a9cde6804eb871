import { createHash } from 'node:crypto';
import type { Blame } from './invariants';
import type { TrailEvidence } from './trail-evidence';

/** Conditions of every audit trail, whatever faults happened. Each returns its violations, as texts. */
export const trailInvariants: Record<string, { blame: Blame; holds: (trail: TrailEvidence) => string[] }> = {
  'no entry of the audit trail is lost': { blame: 'lost', holds: brokenLinks },
  'no entry of the audit trail is doubled': {
    blame: 'doubled',
    holds: ({ stored }) => repeated(stored.map(({ id }) => id)).map((id) => `${id} is stored twice`),
  },
  'the audit trail over HTTP has every entry once': {
    blame: 'wrong',
    holds: ({ stored, shown }) => {
      if (shown === null) return [];
      const ids = shown.map(({ id }) => id);
      const known = new Set(ids);
      return [
        ...stored.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} is stored, but not shown`),
        ...repeated(ids).map((id) => `${id} is shown twice`),
        ...shown.filter(({ broken }) => broken).map(({ id }) => `${id} is shown as changed`),
      ].slice(0, 5);
    },
  },
};

const repeated = (ids: readonly string[]): string[] => ids.filter((id, at) => ids.indexOf(id) !== at).slice(0, 5);

/** Each link is the hash of the one before and its entry; the last one is the head. */
function brokenLinks({ stored, head }: TrailEvidence): string[] {
  const breaks: string[] = [];
  let before = '';
  for (const { id, entry, link } of new Map(stored.map((one) => [one.id, one])).values()) {
    if (link !== createHash('sha1').update(`${before}\n${entry}`).digest('hex'))
      breaks.push(`entries before ${id} are missing`);
    before = link;
  }
  return [...breaks.slice(0, 5), ...(before === head ? [] : ['the last entries are missing'])];
}
