// A container is healthy while its service makes progress; `/readyz` would restart all of them whenever Redis is away.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
