import { productVersion } from '../product-version';
import { resourceOf } from './resource-attributes';

const of = (env: { OTEL_SERVICE_NAME?: string; OTEL_RESOURCE_ATTRIBUTES?: string } = {}) =>
  resourceOf('gateway', { OTEL_TRACES_SAMPLER_ARG: 1, ...env });

describe('the resource attributes of a process', () => {
  it('name the service, its version and the process by default', () => {
    const [one, other] = [of().attributes, of().attributes];
    expect(one).toEqual({
      'service.name': 'querent-gateway',
      'service.namespace': 'querent',
      'service.version': productVersion,
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(one['service.instance.id']).not.toBe(other['service.instance.id']);
  });

  it('contain those of OTEL_RESOURCE_ATTRIBUTES, which override the defaults', () => {
    const { attributes, mistake } = of({
      OTEL_RESOURCE_ATTRIBUTES:
        ' deployment.environment.name=production , service.namespace=analytics,team=%E6%95%B0%2C%20one, empty=,url=http://a/?b=c,',
    });
    expect(mistake).toBeNull();
    expect(attributes).toMatchObject({
      'deployment.environment.name': 'production',
      'service.namespace': 'analytics',
      'service.name': 'querent-gateway',
      team: '数, one',
      empty: '',
      url: 'http://a/?b=c',
    });
  });

  it('take the name from OTEL_SERVICE_NAME before the attributes, unless it is empty', () => {
    const OTEL_RESOURCE_ATTRIBUTES = 'service.name=from-attributes';
    expect(of({ OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: 'own' }).attributes['service.name']).toBe('own');
    expect(of({ OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: '' }).attributes['service.name']).toBe('from-attributes');
  });

  it.each([
    ['team', /“team” is not name=value/],
    ['=value', /not name=value/],
    ['a b=c', /not name=value/],
    ['team=a;b', /the value of team has characters/],
    ['team="quoted"', /must be percent-encoded/],
    ['team=数', /must be percent-encoded/],
    ['team=%zz', /not percent-encoded UTF-8/],
    ['team=%E6%95', /not percent-encoded UTF-8/],
  ])('ignore all of OTEL_RESOURCE_ATTRIBUTES for the mistake in %j', (wrong, mistake) => {
    const found = of({ OTEL_RESOURCE_ATTRIBUTES: `region=eu,${wrong}` });
    expect(found.mistake).toMatch(mistake);
    expect(Object.keys(found.attributes)).toHaveLength(4);
  });
});
