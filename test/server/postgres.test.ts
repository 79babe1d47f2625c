import { openPostgres } from '../../server/src/database/connection/postgresServer';
import { callWith, signIn } from '../support/signIn';
import { freePort, serverDatabase, startAndFail, startBackend, usesEmbeddedDatabase } from '../support/startBackend';
import { temporaryFolder } from '../support/temporaryFolder';
import { startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

test('a PostgreSQL server that can’t be reached is reported without the password', async () => {
  const DATABASE_URL = 'postgres://someone:a-secret@127.0.0.1:1/somewhere';
  const { code, stderr } = await startAndFail(await temporaryFolder(), { DATABASE_URL });
  expect(code).toBe(1);
  expect(stderr).toContain("The PostgreSQL server at 127.0.0.1:1 can't be used (connect ECONNREFUSED");
  expect(stderr).not.toContain('a-secret');
});

(usesEmbeddedDatabase ? describe.skip : describe)('on a PostgreSQL server', () => {
  test('transactions wait for the disk even if that is not the default of the database', async () => {
    const server = serverDatabase('data-manager-durable');
    await server.create();
    const setUp = await openPostgres(server.url, () => undefined);
    await setUp.query(
      "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$",
    );
    await setUp.close();
    const database = await openPostgres(server.url, () => undefined);
    expect((await database.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
    await database.close();
    await server.drop();
  });

  test('two backends that start together on an empty database share its data', async () => {
    const database = serverDatabase('data-manager-shared');
    await database.create();
    const variables = { DATABASE_URL: database.url };
    const [one, other] = await Promise.all([startBackend(variables), startBackend(variables)]);
    const session = await signIn(one, 'member@acme.example');
    await session.make('/project', { title: 'shared' });
    const answer = await (await signIn(other, 'member@acme.example')).call('GET', '/project');
    expect(answer.body).toMatchObject({ projects: [{ title: 'shared' }] });
    await Promise.all([one.stop(), other.stop()]);
    await database.drop();
  });

  test('files that replace each other at the same time are all kept', async () => {
    const database = serverDatabase('data-manager-replaced');
    await database.create();
    const backend = await startBackend({ DATABASE_URL: database.url }, { data: 'none' });
    const member = await signIn(backend, 'member@acme.example');
    await member.make('/project', { title: 'p' });
    const uploads = Array.from({ length: 12 }, (_, index) => uploadFile(member, 'acme/p/a', [Buffer.of(index)]));
    await Promise.all(uploads);
    const { body } = await member.call<{ files: { replaced: boolean }[] }>('GET', '/deleted');
    expect(body.files).toHaveLength(uploads.length - 1);
    await backend.stop();
    await database.drop();
  });

  test('two backends behind one public URL share sessions, signed URLs, refreshes and limits', async () => {
    const database = serverDatabase('data-manager-equal');
    await database.create();
    const port = await freePort();
    const PORT = String(await freePort());
    const variables = { DATABASE_URL: database.url, PUBLIC_URL: `http://localhost:${String(port)}` };
    const one = await startBackend({ ...variables, PORT: String(port) }, { data: 'none' });
    const second = await startBackend({ ...variables, PORT }, { data: 'none' });
    const other = { url: `http://localhost:${PORT}` };

    const session = await signIn(one, 'admin@acme.example');
    const list = (backend: { readonly url: string }, token: string) =>
      callWith(backend, 'GET', '/project', { headers: { authorization: `Bearer ${token}` } });
    expect((await list(other, session.accessToken)).status).toBe(200);

    // Of two servers that get the same token, one renews the session, and both return the same next token.
    const refresh = (backend: { readonly url: string }) =>
      callWith<{ refresh_token?: string }>(backend, 'POST', '/auth/token', {
        headers: { 'x-refresh-token': session.refreshToken },
      });
    const answers = await Promise.all([refresh(one), refresh(other), refresh(one), refresh(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);

    await session.make('/project', { title: 'p' });
    const uploadId = await startUpload(session, 'acme/p/a.bin');
    const url = new URL(await urlOfPart(session, 'acme/p/a.bin', uploadId, 1));
    // Signed, but the parts of this upload are in the folder of the first server.
    const part = await fetch(other.url + url.pathname + url.search, { method: 'PUT', body: 'x' });
    expect(part.status).not.toBe(403);

    await session.browser.open('/logout');
    expect((await list(other, session.accessToken)).status).toBe(401);

    for (const backend of [one, other]) {
      const guesses = Array.from({ length: 151 }, () =>
        callWith(backend, 'POST', '/auth/token', { headers: { 'x-refresh-token': 'guess' } }),
      );
      const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429);
      expect(refused).toHaveLength(backend === one ? 0 : 2);
    }
    await Promise.all([one.stop(), second.stop()]);
    await database.drop();
  });
});
