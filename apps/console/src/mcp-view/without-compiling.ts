import { config } from 'zod/v4/core';

/**
 * Must be imported before the schemas of ext-apps are made: they would try whether code may be compiled, which the
 * policy of a host forbids and reports.
 */
config({ jitless: true });
