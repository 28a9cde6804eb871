/** What one argument may be. The position counts from 0; an argument that is not given is within bounds. */
export type ArgumentBound =
  /** A whole number that can be known to be no larger. */
  | { at: number; atMost: number }
  /** A constant that is no smaller: a tolerance or a share. */
  | { at: number; atLeast: number }
  /** A constant whole number: what a text in its place could name is somebody's file. */
  | { at: number; wholeConstant: true }
  /** No such argument. */
  | { at: number; absent: true };

/**
 * Functions whose cost lies in the value of an argument, not in the size of what they are given. Measured on PostgreSQL
 * 15 with PostGIS 3.3: `ST_Buffer(point, 1, 10000000)` takes gigabytes, and what PostGIS computes cannot be stopped in
 * between.
 */
export const ARGUMENT_BOUNDS: Readonly<Record<string, readonly ArgumentBound[]>> = {
  st_transform: [
    { at: 1, wholeConstant: true },
    { at: 2, absent: true },
  ],
  st_buffer: [{ at: 2, atMost: 100 }],
  st_generatepoints: [{ at: 1, atMost: 10_000 }],
  st_minimumboundingcircle: [{ at: 1, atMost: 100 }],
  st_curvetoline: [
    { at: 1, atMost: 256 },
    { at: 2, absent: true },
  ],
  st_frechetdistance: [{ at: 2, atLeast: 0.01 }],
  st_hausdorffdistance: [{ at: 2, atLeast: 0.01 }],
  st_geohash: [{ at: 1, atMost: 20 }],
  st_geometricmedian: [{ at: 2, atMost: 1_000 }],
  st_clusterkmeans: [{ at: 1, atMost: 1_000 }],
  ntile: [{ at: 0, atMost: 1_000_000 }],
};

/** Words of a buffer's style that set its number of points: the only ones with a number that could be large. */
export const BUFFER_STYLE = /quad_segs\s*=\s*(\S+)/i;
