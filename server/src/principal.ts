/** Who is calling, as proven by a verified access token (and id token, for the admin claim). */
export interface Principal {
  readonly userId: string;
  /** The only first segment of keys and paths that this caller reaches. */
  readonly sponsorId: string;
  readonly isAdmin: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook of `app.ts` on every route below it; absent on public routes. */
    principal?: Principal;
  }
}
