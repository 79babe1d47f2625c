import type { TSchema } from '@sinclair/typebox';

/** How a call proves that it may; the keys of `securitySchemes` in the document. */
export type Permission = 'accessToken' | 'refreshToken' | 'signature' | 'previewKeys';

declare module 'fastify' {
  interface FastifySchema {
    /** One line: what the call does. */
    summary?: string;
    /** What it wants of the caller; none for calls that anybody may make. */
    permission?: Permission;
  }
}

/** An answer that is no JSON: its media type, or none for an answer without a body. */
export interface OtherAnswer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>;
}
