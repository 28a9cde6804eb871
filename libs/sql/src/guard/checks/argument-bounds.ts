/** The bound of one argument. The position counts from 0; an absent argument is within bounds. */
export type ArgumentBound =
  /** An integer with a known upper bound. */
  | { at: number; atMost: number }
  /** A constant with a minimum: a tolerance or a share. */
  | { at: number; atLeast: number }
  /** A constant integer: a text in its position could name a file. */
  | { at: number; wholeConstant: true }
  /** The argument must be absent. */
  | { at: number; absent: true };

/**
 * Functions whose cost depends on the value of an argument, not on the size of their input. Measured on PostgreSQL 15
 * with PostGIS 3.3: `ST_Buffer(point, 1, 10000000)` takes gigabytes, and PostGIS computations cannot be interrupted.
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

/** The parameter of a buffer's style that sets its number of points: the only one that could be large. */
export const BUFFER_STYLE = /quad_segs\s*=\s*(\S+)/i;
