/**
 * The format of run records and job payloads. Services of two versions share queues while one replaces the other: what a service adds
 * (a member, a job) an older one keeps or hands back; where that is not enough, because an older one would misread what it finds, the
 * format is raised, and older services leave such runs to newer ones. See infra/adr/0022-rolling-upgrades.md.
 */
export const FORMAT = 1;
