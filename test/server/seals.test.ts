import { execFile } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Checker, ROCrate } from 'ro-crate';
import { shareSecret } from '../../server/src/database/accounts/secrets';
import { createSealKeys } from '../../server/src/pipelines/seal/sealKeys';
import { sharedBackend } from '../support/sharedBackend';
import { callWith, signIn, type Session } from '../support/signIn';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestDatabase } from '../support/testDatabase';
import { until } from '../support/until';
import { uploadFile } from '../support/uploadFile';

const run = promisify(execFile);
const NAMES = ['a 1.tif', '100%25.tif', '100_25.tif', '"quoted".tif', 'sub/脳.tif', 'bagit.txt'];

interface Job {
  readonly status: string;
  readonly sealUrl?: string;
  readonly sealedAt?: string;
  readonly isBroken?: boolean;
  readonly message?: string;
}

describe('a sealed dataset', () => {
  const backend = sharedBackend();
  let member: Session;
  let hash: string;
  let files: Readonly<Record<string, string>>;

  const state = async () => (await member.call<Job>('GET', `/pipeline/seal/${hash}`)).body;
  async function seal(): Promise<Job> {
    await member.make(`/pipeline/seal/${hash}`, {});
    return until('the job has ended', async () => {
      const job = await state();
      return job.status === 'DONE' || job.status === 'FAILED' ? job : undefined;
    });
  }

  beforeAll(async () => {
    member = await signIn(backend, 'member@acme.example');
    const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'Seals' });
    const form = { projectHash, dataset: 'TC7', description: 'A brain', device: 'TC1000', pixelSize: 1.37 };
    const channels = [{ num: 1, name: 'GFP' }];
    ({ datasetHash: hash } = await member.make<{ datasetHash: string }>('/dataset', { ...form, channels }));
    for (const name of NAMES) await uploadFile(member, `acme/Seals/TC7/${name}`, [Buffer.from(name)]);
    expect(await seal()).toMatchObject({ status: 'DONE', isBroken: false });
    ({ files } = (await member.call<{ files: Record<string, string> }>('GET', `/seal/${hash}/files`)).body);
  });

  test('the archive of a sealed dataset is a bag whose manifests sha256sum accepts', async () => {
    const order = { onlyDownSamples: false, folder: 'acme/Seals/TC7', zipFileName: 'TC7.zip' };
    const { body } = await member.call<{ ref: string }>('POST', '/download', order);
    const url = await until('the archive is ready', async () => {
      const progress = await member.call<{ url?: string }>('GET', `/download/progress/${body.ref}`);
      return progress.body.url;
    });
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.zip'), Buffer.from(await (await fetch(url)).arrayBuffer()));
    await run('unzip', ['-q', 'a.zip'], { cwd: folder });
    const bag = join(folder, 'TC7');
    const { stdout } = await run('sha256sum', ['-c', '--strict', 'manifest-sha256.txt'], { cwd: bag });
    expect(stdout.match(/: OK$/gm)).toHaveLength(NAMES.length);
    await run('sha256sum', ['-c', '--strict', '--quiet', 'tagmanifest-sha256.txt'], { cwd: bag });
    await run('sha256sum', ['-c', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder });
    expect(files['bag-info.txt']).toContain(`Payload-Oxum: ${String(Buffer.byteLength(NAMES.join('')))}.6\n`);
    const { stdout: listed } = await run('find', ['TC7', '-type', 'f'], { cwd: folder });
    expect(listed.trim().split('\n')).toHaveLength(NAMES.length + Object.keys(files).length);
  });

  test('the signatures hold with the key that anybody can read, and with no other bytes', async () => {
    const { keyId, signatures } = JSON.parse(files['signature.json']!) as {
      keyId: string;
      signatures: Record<string, string>;
    };
    const { body } = await callWith<{ keys: { id: string; publicKey: string }[] }>(backend, 'GET', '/seal/keys');
    const { publicKey = '' } = body.keys.find(({ id }) => id === keyId) ?? {};
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    expect(Object.keys(signatures)).toEqual(['manifest-sha256.txt', 'tagmanifest-sha256.txt']);
    for (const [name, signature] of Object.entries(signatures)) {
      const holds = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
      expect([holds(files[name]!), holds(`${files[name]!} `)]).toEqual([true, false]);
    }
    expect(JSON.stringify(body)).not.toContain('encrypted');
  });

  test('a seal describes the dataset as an RO-Crate, with people, instrument and dimensions, and has the receipts', () => {
    const crate = JSON.parse(files['ro-crate-metadata.json']!) as { '@graph': Record<string, unknown>[] };
    const find = (id: string) => crate['@graph'].find((entity) => entity['@id'] === id);
    expect(find('ro-crate-metadata.json')).toMatchObject({ conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' } });
    expect(find('./')).toMatchObject({ '@type': 'Dataset', name: 'TC7', description: 'A brain' });
    expect(find('#instrument-TC1000')).toMatchObject({ name: 'TC1000' });
    const values = crate['@graph'].filter((entity) => entity['@type'] === 'PropertyValue');
    expect(values).toMatchObject([{ name: 'Pixel size', value: 1.37, unitText: 'µm' }, {}, { name: 'Channel 1' }]);
    expect(crate['@graph'].filter((entity) => entity['@type'] === 'Person')).toMatchObject([{ name: 'Mia Member' }]);
    const { receipts } = JSON.parse(files['receipts.json']!) as { receipts: { key: string }[] };
    expect(receipts.map(({ key }) => key).sort()).toEqual(NAMES.map((name) => `acme/Seals/TC7/${name}`).sort());
  });

  test('the package ro-crate reads the crate of a seal without an error', () => {
    const crate = new ROCrate(JSON.parse(files['ro-crate-metadata.json']!) as object, { array: false, link: true });
    const checker = new Checker(crate);
    // Without `hasContext`, which fetches the context.
    const checks = [
      checker.hasRootDataset(),
      checker.hasRootDatasetWithProperID(),
      checker.hasName(),
      checker.hasDescription(),
      checker.hasLicense(),
      checker.hasDatePublished(),
    ];
    expect(checks.filter(({ status }) => !status)).toEqual([]);
    expect(crate.root).toMatchObject({ name: 'TC7', author: [{ name: 'Mia Member' }] });
  });

  test('the files of a seal come as an archive from a signed URL', async () => {
    const { sealUrl = '' } = await state();
    const response = await fetch(sealUrl);
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'seal.zip'), Buffer.from(await response.arrayBuffer()));
    const { stdout } = await run('unzip', ['-p', 'seal.zip', 'manifest-sha256.txt'], { cwd: folder });
    expect(stdout).toBe(files['manifest-sha256.txt']);
    expect((await fetch(sealUrl.replace(/signature=../, 'signature=zz'))).status).toBe(403);
  });

  test('a change breaks a seal, whose undoing mends it, and another seal follows it', async () => {
    const key = 'acme/Seals/TC7/a 1.tif';
    await member.call('DELETE', '/manage/files', { keys: [key] });
    expect(await state()).toMatchObject({ isBroken: true });
    await member.call('POST', '/manage/files/restore', { keys: [key] });
    expect(await state()).toMatchObject({ isBroken: false });
    await member.call('PATCH', `/dataset/${hash}`, { description: 'Another brain' });
    const { sealedAt = '', isBroken } = await state();
    expect(isBroken).toBe(true);
    const next = await seal();
    expect(next).toMatchObject({ status: 'DONE', isBroken: false });
    expect(next.sealedAt! > sealedAt).toBe(true);
  });

  test('a dataset without files can’t be sealed', async () => {
    const { body } = await member.call<{ projects: { title: string; projectHash: string }[] }>('GET', '/project');
    const { projectHash } = body.projects.find(({ title }) => title === 'Seals')!;
    ({ datasetHash: hash } = await member.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'empty' }));
    expect(await seal()).toMatchObject({ status: 'FAILED', message: 'The dataset has no files.' });
  });
});

test('the key that signs seals is encrypted in the database, shared by servers, and replaced with TOKEN_KEY, but never forgotten', async () => {
  const database = await openTestDatabase();
  const open = (tokenKey?: Buffer) => createSealKeys(database, { previewSecret: 's' }, { tokenKey });
  const [first, same] = await Promise.all([open().current(), open().current()]);
  expect(same.id).toBe(first.id);
  const stored = JSON.stringify(await shareSecret(database, 'sealing', () => Promise.reject(new Error('missing'))));
  expect(stored).not.toContain('302e0201');
  expect(stored).not.toContain('MC4CAQ');
  const withKey = createHash('sha256').update('a').digest();
  expect((await open(withKey).current()).id).toBe(first.id);
  await database.query("delete from secrets where name = 'sealing'");
  const second = await open(withKey).current();
  const third = await open(createHash('sha256').update('b').digest()).current();
  expect(third.id).not.toBe(second.id);
  expect((await open().list()).map(({ id }) => id)).toEqual([second.id, third.id]);
  await database.close();
});
