/**
 * The format of run records and job payloads. During a rolling update services of two versions share queues: an older
 * service keeps or returns additions (a member, a job) of a newer one. If an older service would misread a run, the
 * format is raised, and older services leave such runs to newer ones. See
 * infra/docs/adr/running/0022-rolling-upgrades.md.
 *
 * Format 3: each change of a run is a part of its record, and its events are a list (ADR 37). Formats 1 and 2 held the
 * whole data in one text, and the events in a stream; they are still read.
 */
export const FORMAT = 3;
