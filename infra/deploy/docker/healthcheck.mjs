// A container is healthy while its service makes progress. With `/readyz`, all containers would restart whenever Redis
// is unreachable.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
