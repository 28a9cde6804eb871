/**
 * Whether tests play on every world that they can: EVERY_WORLD=true. A whole run has twenty minutes, so by default
 * those that take the longest play on one.
 */
export const everyWorld = process.env['EVERY_WORLD'] === 'true';
