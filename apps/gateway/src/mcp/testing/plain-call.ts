/** What a plain call sends beside the tool's arguments: a state with the form's reply. */
export interface Continuation {
  requestState?: string;
  inputResponses?: object;
}

/** Headers and body of a tool call of the newest revision as a plain HTTP request; the client declares forms. */
export function plainCall(name: string, args: object, more: Continuation = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'spec', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...more, _meta: meta } },
  };
}
