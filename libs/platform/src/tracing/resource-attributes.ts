import { randomUUID } from 'node:crypto';
import { productVersion } from '../product-version';
import type { TracingEnv } from './tracing-env';

/** A name of W3C Baggage: an HTTP token. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A value of W3C Baggage: visible ASCII without space, quote, comma, semicolon and backslash. */
const VALUE = /^[!#-+\--:<-[\]-~]*$/;

/**
 * The resource attributes of this process in traces: the product's own, overridden by `OTEL_RESOURCE_ATTRIBUTES`, and
 * its name by `OTEL_SERVICE_NAME`.
 * @returns `mistake`: why OTEL_RESOURCE_ATTRIBUTES was ignored; null if it is valid
 */
export function resourceOf(
  service: string,
  { OTEL_SERVICE_NAME: name, OTEL_RESOURCE_ATTRIBUTES: text = '' }: TracingEnv,
): { attributes: Record<string, string>; mistake: string | null } {
  const given = parsedAttributes(text);
  const attributes = {
    'service.name': `querent-${service}`,
    'service.namespace': 'querent',
    'service.version': productVersion,
    'service.instance.id': randomUUID(),
    ...(typeof given === 'string' ? {} : given),
    ...(name === undefined || name === '' ? {} : { 'service.name': name }),
  };
  return { attributes, mistake: typeof given === 'string' ? given : null };
}

/**
 * Parses `a=1,b=2` with percent-encoded values. As OpenTelemetry specifies, one mistake makes the whole text invalid.
 * @returns the mistake if there is one
 */
function parsedAttributes(text: string): Record<string, string> | string {
  const attributes: Record<string, string> = {};
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const [name, value] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || !NAME.test(name)) return `“${part}” is not name=value`;
    if (!VALUE.test(value)) return `the value of ${name} has characters that must be percent-encoded`;
    try {
      attributes[name] = decodeURIComponent(value);
    } catch {
      return `the value of ${name} is not percent-encoded UTF-8`;
    }
  }
  return attributes;
}
