import { waitFor, type StackMember, type TestStack } from '@querent/testing';

/** Every process that the product consists of, without Redis and the database. */
export const services: readonly StackMember[] = [
  'gateway',
  'intent',
  'schema-retrieval',
  'sql-generator',
  'executor',
  'chart',
];

/** Sends SIGKILL to the members, and resolves when other processes have replaced them and the product is ready. */
export async function killMembers(stack: TestStack, members: readonly StackMember[]): Promise<void> {
  const before = await stack.pids();
  await Promise.all(members.map((name) => stack.killService(name)));
  await waitFor(
    async () => {
      const now = await stack.pids();
      return members.every((name) => now[name].length > 0 && now[name].every((pid) => !before[name].includes(pid)));
    },
    { timeoutMs: 60_000 },
  );
  await stack.ready();
}
