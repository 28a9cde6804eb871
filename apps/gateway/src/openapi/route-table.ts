import type { Route } from './route-parts';
import { askingRoutes } from './routes/asking';
import { changeRoutes } from './routes/changes';
import { connectionRoutes } from './routes/connections';
import { mcpRoutes } from './routes/mcp';
import { operatingRoutes } from './routes/operating';
import { runRoutes } from './routes/runs';
import { sampleRoutes } from './routes/samples';
import { sessionRoutes } from './routes/sessions';
import { tenantRoutes } from './routes/tenants';

/** All routes of the API. */
export const routes: readonly Route[] = [
  ...askingRoutes,
  ...runRoutes,
  ...connectionRoutes,
  ...sampleRoutes,
  ...tenantRoutes,
  ...changeRoutes,
  ...sessionRoutes,
  ...mcpRoutes,
  ...operatingRoutes,
];

const byAddress = new Map(routes.map((route) => [`${route.method} ${route.path.replace(/\{(\w+)\}/g, ':$1')}`, route]));

/** Finds a route by its method and Fastify pattern (`/v1/queries/:id`). HEAD finds the GET route. */
export const routeOf = (method: string, pattern: string): Route | undefined =>
  byAddress.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`);
