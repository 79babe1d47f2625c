import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { DescribedCall } from '../openApi/collectCalls';
import { openApiDocument } from '../openApi/openApiDocument';

/** `GET /openapi.json`: this server's calls, for people and tools. Public: it tells nothing of anybody's data. */
export function openApiRoutes(
  app: FastifyInstance,
  { calls }: { readonly calls: () => readonly DescribedCall[] },
): Promise<void> {
  let document: object | undefined;
  app.get(
    '/openapi.json',
    {
      schema: {
        summary: 'This document',
        response: { 200: Type.Object({}, { additionalProperties: true, description: 'An OpenAPI 3.1 document.' }) },
      },
    },
    () => (document ??= openApiDocument(calls())),
  );
  return Promise.resolve();
}
