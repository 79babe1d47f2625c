import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

/** A query of the server, and the call that it was made for. */
export interface RecordedQuery {
  readonly call: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Names the call whose queries are recorded from now on, or requests all queries. */
export type RecorderMessage = { readonly call: string } | { readonly queries: true };

/** A backend that records its queries. */
export type RecordedBackend = Awaited<ReturnType<typeof startRecordedBackend>>;

/** Starts a backend on a data folder. It runs from its sources, where its client of the database can be watched. */
export async function startRecordedBackend(dataDir: string) {
  const child = fork(join(__dirname, 'recordedServer.ts'), {
    cwd: resolve(__dirname, '..', '..'),
    env: { ...process.env, PORT: '0', APP_PORT: '0', SAMPLES: '0', DATA_DIR: dataDir },
    execArgv: ['--liftoff-only', '--require', join(__dirname, 'cheapPasswords.cjs'), '--import', 'tsx'],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`The backend ended:\n${output}`)));
  await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);

  async function ask(message: RecorderMessage): Promise<unknown> {
    child.send(message);
    const [answer] = (await once(child, 'message')) as [unknown];
    return answer;
  }
  return {
    url: /^Backend: +(\S+)$/m.exec(output)?.[1] ?? '',
    appUrl: 'http://localhost:3000',
    dataDir,
    /** Records the queries of a call while a task makes it. */
    async record<Result>(call: string, task: () => Promise<Result>) {
      await ask({ call });
      const result = await task();
      await ask({ call: 'other' });
      return result;
    },
    /** Stops the backend, and returns its queries in order. */
    async stop() {
      const queries = (await ask({ queries: true })) as readonly RecordedQuery[];
      const closed = once(child, 'exit');
      child.disconnect();
      await closed;
      return queries;
    },
  };
}
