import { signIn } from '../support/signIn';
import {
  serverDatabase,
  START_TIMEOUT_MS,
  startAndFail,
  startBackend,
  temporaryFolder,
  usesEmbeddedDatabase,
} from '../support/startBackend';

jest.setTimeout(START_TIMEOUT_MS);

test('a PostgreSQL server that can’t be reached is reported without the password', async () => {
  const DATABASE_URL = 'postgres://someone:a-secret@127.0.0.1:1/somewhere';
  const { code, stderr } = await startAndFail(await temporaryFolder(), { DATABASE_URL });
  expect(code).toBe(1);
  expect(stderr).toContain("The PostgreSQL server at 127.0.0.1:1 can't be used (connect ECONNREFUSED");
  expect(stderr).not.toContain('a-secret');
});

(usesEmbeddedDatabase ? describe.skip : describe)('on a PostgreSQL server', () => {
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
});
