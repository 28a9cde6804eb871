import type { GatewayUnderTest } from '../../testing/gateway-under-test';
import { SUBMITTING } from '../../submit/open-submitting';
import type { SubmitDeps } from '../../submit/submit-question';
import { McpController } from '../mcp.controller';
import type { McpOffer } from '../mcp-server';
import { openMcpServing } from '../mcp-serving';

/** Has a gateway serve other tools, prompts and resources than the product's at `/mcp`. */
export function serveOffer({ app, services }: GatewayUnderTest, offer: McpOffer): void {
  const serving = Promise.resolve(openMcpServing(services, app.get<SubmitDeps>(SUBMITTING), offer));
  Object.assign(app.get(McpController), { serving });
}
