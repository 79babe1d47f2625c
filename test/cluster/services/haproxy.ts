import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, defineService, type Service } from './service';

/** Path for which haproxy returns 200 while it sends requests to all servers. */
export const ALL_READY_PATH = '/all-servers-ready';

/** The ports of a server behind the balancer. */
export interface Target {
  readonly port: number;
  readonly appPort: number;
}

/** Starts haproxy in front of servers. It listens on the given ports for the API and the app. */
export async function startHaproxy(
  folder: string,
  { port, appPort }: Target,
  targets: readonly Target[],
): Promise<Service> {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration({ port, appPort }, targets));
  const service = defineService({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', file],
    folder,
    isReady: () => answers(`http://127.0.0.1:${String(port)}${ALL_READY_PATH}`, ({ ok }) => ok),
  });
  await service.start();
  return service;
}

function configuration({ port, appPort }: Target, targets: readonly Target[]): string {
  const servers = (name: keyof Target): string =>
    targets
      .map(
        (target, index) =>
          `  server s${String(index + 1)} 127.0.0.1:${String(target[name])} check port ${String(target.port)}`,
      )
      .join('\n');
  return `global
  maxconn 1024
defaults
  mode http
  timeout connect 1s
  timeout client 10m
  timeout server 10m
  option forwardfor
  # A request that no server has received yet is sent to another one.
  option redispatch 1
  retries 3
  retry-on conn-failure
  option httpchk GET /readyz
  timeout check 5s
  default-server inter 300ms fall 1 rise 1
frontend api
  bind 127.0.0.1:${String(port)}
  monitor-uri ${ALL_READY_PATH}
  monitor fail if { nbsrv(api) lt ${String(targets.length)} }
  default_backend api
frontend app
  bind 127.0.0.1:${String(appPort)}
  default_backend app
backend api
${servers('port')}
backend app
${servers('appPort')}
`;
}
