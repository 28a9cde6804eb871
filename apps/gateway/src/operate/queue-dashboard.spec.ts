import { startGateway } from '../testing/gateway-under-test';

it('the queue dashboard loads styles and fonts only from this gateway and cannot be framed', async () => {
  const gateway = await startGateway();
  try {
    const { headers, body } = await gateway.request({ url: '/queues', as: 'ops' });
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    const styles = [...body.matchAll(/<link[^>]* href="([^"]+)"[^>]* rel="stylesheet"/g)].map(([, href = '']) => href);
    expect(styles.some((href) => href.startsWith('static/'))).toBe(true);
    expect(policy.get('style-src')).toEqual(["'self'", "'unsafe-inline'"]);
    expect([...body.matchAll(/<script[^>]* src="([^"]+)"/g)].every(([, src = '']) => src.startsWith('static/'))).toBe(
      true,
    );
  } finally {
    await gateway.stop();
  }
});
