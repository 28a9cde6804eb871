import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorTable } from '@querent/contracts';
import { permanentCodes } from '@querent/client';
import { openApiDocument } from '../../../apps/gateway/src/openapi/openapi-document';
import { apiTypes } from './api-types';

const FILE = resolve(__dirname, '../../../libs/client/src/generated/api-types.ts');

describe('the types of the public client', () => {
  it('are those of the OpenAPI document; UPDATE_PAGES=1 writes them', () => {
    const types = apiTypes(openApiDocument('any'));
    if (process.env['UPDATE_PAGES'] === '1') writeFileSync(FILE, types);
    else expect(readFileSync(FILE, 'utf8')).toBe(types);
  });

  it('are not made of a schema with a keyword that has no rule', () => {
    const odd = { paths: {}, components: { schemas: { Odd: { type: 'object', patternProperties: {} } } } };
    expect(() => apiTypes(odd)).toThrow('patternProperties');
  });

  it('the errors that the client does not retry in spite of their status are those of the table of errors', () => {
    const permanent = Object.entries(errorTable).filter(
      ([, { status, retryable }]) => [429, 502, 503, 504].includes(status) && !retryable,
    );
    expect([...permanentCodes].sort()).toEqual(permanent.map(([code]) => code).sort());
  });
});
