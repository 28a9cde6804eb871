/**
 * Whether the slowest specs play on every world (EVERY_WORLD=true) or on one. The default is one world, because a full
 * test run may take twenty minutes.
 */
export const everyWorld = process.env['EVERY_WORLD'] === 'true';
