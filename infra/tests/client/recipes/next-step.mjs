/**
 * What a model that uses Querent's MCP tools does next: asks, replies to the pause, reads the rows, answers.
 * @param {Record<string, any>[]} results outputs of the tools so far
 * @returns {{ tool: string, args: Record<string, unknown> } | { text: string }}
 */
export function nextStep(results) {
  const last = results.at(-1);
  if (!last) return { tool: 'ask', args: { question: 'top 5 products', connection: 'commerce', locale: 'en' } };
  if (last.status === 'needs_reply') {
    const { id, options } = last.clarification;
    const option = options.find(({ label }) => label === 'units sold');
    return { tool: 'reply', args: { run_id: last.run_id, clarification_id: id, option_id: option.id } };
  }
  if (last.status === 'succeeded') return { tool: 'get_rows', args: { run_id: last.run_id } };
  const statuses = results.map(({ status = 'rows' }) => status);
  return { text: `${statuses.join(' ')}: ${JSON.stringify(last.rows)}` };
}
