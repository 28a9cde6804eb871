import type { Input } from '../http/api';

/** Query string of a route. */
export type Query<N> = Input<N> extends { query?: infer Q } ? NonNullable<Q> : never;
/** Body of a route's request. */
export type Body<N> = Input<N> extends { body: infer B } ? B : never;

/** The parameter `cursor` of a list; none for its first page. */
export const at = (cursor: string | undefined): { cursor?: string } => (cursor === undefined ? {} : { cursor });
