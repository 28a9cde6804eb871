import { broken } from '../../k8s/checks/broken-manifests';
import { renderKustomization } from '../../k8s/kustomize/render';
import { differencesFromKustomize } from './kustomize-differences';

describe('The comparison of the chart with the production overlay', () => {
  const overlay = renderKustomization(`${__dirname}/../../k8s/overlays/production`);
  const container = ['spec', 'template', 'spec', 'containers', 0];

  it('finds equal objects equal', () => {
    expect(differencesFromKustomize(overlay, overlay)).toEqual([]);
  });

  it.each<[string, string, (string | number)[], unknown, RegExp]>([
    ['a port', 'Service gateway', ['spec', 'ports', 0, 'port'], 81, /^Service differs/],
    [
      'a probe',
      'Deployment chart',
      [...container, 'livenessProbe', 'periodSeconds'],
      5,
      /^chart livenessProbe differs/,
    ],
    ['a security context', 'Deployment chart', [...container, 'securityContext'], {}, /^chart securityContext differs/],
    [
      'a grace period',
      'Deployment executor',
      ['spec', 'template', 'spec', 'terminationGracePeriodSeconds'],
      30,
      /^executor terminationGracePeriodSeconds differs/,
    ],
    ['a request', 'Deployment intent', [...container, 'resources', 'requests', 'memory'], '1Gi', /^intent resources/],
    ['a number of pods', 'Deployment intent', ['spec', 'replicas'], 3, /^Strategy differs/],
    [
      'a value',
      'ConfigMap querent-chart',
      ['data', 'SHUTDOWN_TIMEOUT_MS'],
      '1',
      /^chart: SHUTDOWN_TIMEOUT_MS is 1, and/,
    ],
    [
      'a further variable',
      'ConfigMap querent-chart',
      ['data', 'LOGLEVEL'],
      'info',
      /^chart: only the chart sets LOGLEVEL/,
    ],
    ['a scaled queue', 'ScaledObject chart', ['spec', 'maxReplicaCount'], 60, /^ScaledObject differs/],
    ['a peer', 'NetworkPolicy all-reach-redis', ['spec', 'egress'], [], /^Network differs/],
  ])('reports the difference of %s', (_, title, path, value, difference) => {
    expect(differencesFromKustomize(broken(overlay, title, path, value), overlay)).toEqual([
      expect.stringMatching(difference),
    ]);
  });

  it('reports a missing service and a missing secret', () => {
    const without = overlay.filter(({ kind, metadata }) => kind !== 'Deployment' || metadata.name !== 'chart');
    expect(differencesFromKustomize(without, overlay).join('\n')).toMatch(/^Deployment differs/);
    const secretless = broken(overlay, 'Deployment gateway', [...container, 'env'], []);
    expect(differencesFromKustomize(secretless, overlay)).toContain(
      'gateway: REDIS_URL is undefined, and null in the overlay',
    );
  });
});
