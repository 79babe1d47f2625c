import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { signIn, type Session } from '../support/signIn';
import { startBackend, usesEmbeddedDatabase } from '../support/startBackend';
import { until } from '../support/until';
import { md5OfArchive } from '../support/unzip';
import { completion, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

const onEmbeddedDatabase = usesEmbeddedDatabase && process.platform === 'linux' ? test : test.skip;

const PARTS = [Buffer.from('first part'), Buffer.from('second part')];
const WHOLE = createHash('md5').update(Buffer.concat(PARTS)).digest('hex');

/** Returns the URL of an archive that is ready. */
function urlOfArchive(session: Session, ref: string): Promise<string> {
  return until('the archive is ready', async () => {
    const { body } = await session.call<{ url?: string }>('GET', `/download/progress/${ref}`);
    return body.url;
  });
}

onEmbeddedDatabase(
  'the embedded setting keeps acknowledged changes, parts, files and archives after a power cut',
  async () => {
    const preload = resolve(__dirname, '..', 'support', 'powerCut.cjs');
    const backend = await startBackend({ NODE_OPTIONS: `--require ${JSON.stringify(preload)}` });
    const session = await signIn(backend, 'member@acme.example');
    const { projectHash } = await session.make<{ projectHash: string }>('/project', { title: 'one' });
    for (const title of ['two', 'three']) await session.make('/project', { title });
    await uploadFile(session, 'acme/one/a.tif', PARTS);
    await uploadFile(session, 'acme/one/b.tif', PARTS.slice(0, 1));
    const partial = await startUpload(session, 'acme/one/c.tif');
    await putPart(await urlOfPart(session, 'acme/one/c.tif', partial, 1), Buffer.from('tissue'));
    const order = { onlyDownSamples: false, folder: 'acme/one', zipFileName: 'one.zip' };
    const { ref } = await session.make<{ ref: string }>('/download', order);
    await urlOfArchive(session, ref);
    const renaming = await session.call('PATCH', `/project/${projectHash}`, { title: 'renamed' });
    expect(renaming.status).toBe(200);
    await backend.kill();

    await rm(backend.dataDir, { recursive: true });
    await rename(`${backend.dataDir}.durable`, backend.dataDir);
    await backend.restart({ NODE_OPTIONS: '' });

    const { body } = await session.call<{ projects: { title: string }[] }>('GET', '/project');
    expect(body.projects.map(({ title }) => title)).toEqual(['renamed', 'three', 'two']);
    const done = completion('acme/one/c.tif', partial, [Buffer.from('tissue')]);
    expect((await session.call('POST', '/upload/complete', done)).status).toBe(200);
    const archive = join(backend.dataDir, 'received.zip');
    await writeFile(archive, Buffer.from(await (await fetch(await urlOfArchive(session, ref))).arrayBuffer()));
    expect([...(await md5OfArchive(archive)).values()][0]).toBe(WHOLE);
    const { ref: next } = await session.make<{ ref: string }>('/download', { ...order, folder: 'acme/renamed' });
    await writeFile(archive, Buffer.from(await (await fetch(await urlOfArchive(session, next))).arrayBuffer()));
    expect([...(await md5OfArchive(archive)).values()][0]).toBe(WHOLE);
    expect((await md5OfArchive(archive)).size).toBe(3);
    await backend.stop();
  },
);
