import { join } from 'node:path';
import { answers, defineService, type Service } from './service';

/** An identity provider in a process of its own, with the sample users. */
export interface SeparateIssuer {
  readonly url: string;
  /** Environment variables with which a server uses it. */
  readonly variables: Readonly<Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>>;
  readonly service: Service;
}

const CLIENT_ID = 'data-manager';
const CLIENT_SECRET = 'cluster-client-secret';

/** Starts the identity provider for servers with the given public URL. */
export async function startIssuer(folder: string, port: number, publicUrl: string): Promise<SeparateIssuer> {
  const url = `http://localhost:${String(port)}`;
  const service = defineService({
    name: 'issuer',
    command: process.execPath,
    args: ['--import', 'tsx', join(__dirname, 'issuerProcess.ts'), String(port), CLIENT_ID, CLIENT_SECRET, publicUrl],
    folder,
    cwd: join(__dirname, '..', '..', '..'),
    isReady: () => answers(`${url}/.well-known/openid-configuration`),
  });
  await service.start();
  return {
    url,
    variables: { OIDC_ISSUER: url, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    service,
  };
}
