// node infra/tests/mcp/conformance-server.mjs [--help]: a server for the official conformance suite of MCP, which cannot
// send a key. See infra/docs/mcp.md.
import { startSuite } from '../../suites/start-suite.mjs';

await startSuite('conformance-server', '../tests/mcp');
