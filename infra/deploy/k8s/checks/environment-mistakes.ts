/** What a place gives each service and what the service reads, held against each other, both ways. */
export function environmentMistakes(
  given: Record<string, Iterable<string>>,
  read: Record<string, readonly string[]>,
  besides: Record<string, readonly string[]> = {},
): string[] {
  return Object.entries(read).flatMap(([service, names]) => {
    const present = new Set(given[service] ?? []);
    return [
      ...[...present]
        .filter((name) => !names.includes(name) && !besides[service]?.includes(name))
        .map((name) => `${service} is given ${name}, and does not read it`),
      ...names.filter((name) => !present.has(name)).map((name) => `${service} reads ${name}, and cannot be given it`),
    ];
  });
}
