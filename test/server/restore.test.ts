import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { md5OfStored, storeFiles } from '../support/storedFiles';
import { completion, md5, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

const backend = sharedBackend();
let member: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@globex.example');
});

it('a soft-deleted dataset is listed again after it was restored, and not while its project is deleted', async () => {
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'restored' });
  const { datasetHash } = await member.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'TC1' });
  const soft = { permanentDelete: false };
  await member.call('DELETE', `/dataset/${datasetHash}`, soft);
  await member.call('DELETE', `/project/${projectHash}`, soft);
  expect((await member.call('POST', `/dataset/${datasetHash}/restore`)).status).toBe(404);
  expect((await member.call('POST', `/project/${projectHash}/restore`)).body).toMatchObject({ title: 'restored' });
  expect((await member.call('GET', `/dataset/${projectHash}`)).body).toEqual({ datasets: [] });
  expect((await member.call('POST', `/dataset/${datasetHash}/restore`)).body).toMatchObject({ dataset: 'TC1' });
  expect((await member.call('GET', `/dataset/${datasetHash}`)).status).toBe(200);
});

it('an administrator sees what can be restored and until when, without what belongs to other sponsors', async () => {
  const admin = await signIn(backend, 'admin@acme.example');
  const owner = await signIn(backend, 'member@acme.example');
  const { projectHash } = await owner.make<{ projectHash: string }>('/project', { title: 'listed' });
  const form = { projectHash, dataset: 'TC-listed' };
  const { datasetHash } = await owner.make<{ datasetHash: string }>('/dataset', form);
  const { projectHash: other } = await member.make<{ projectHash: string }>('/project', { title: 'of others' });
  await owner.call('DELETE', `/dataset/${datasetHash}`, {});
  await member.call('DELETE', `/project/${other}`, {});

  interface Item {
    readonly hash: string;
    readonly deletedAt: string;
    readonly removedAfter: string;
  }
  const { deleted } = (await admin.call<{ deleted: Item[] }>('GET', '/deleted')).body;
  expect(deleted.map(({ hash }) => hash)).not.toContain(other);
  const item = deleted.find(({ hash }) => hash === datasetHash);
  expect(item).toMatchObject({ type: 'dataset', projectHash, name: 'TC-listed' });
  const days = (Date.parse(item?.removedAfter ?? '') - Date.parse(item?.deletedAt ?? '')) / 86_400_000;
  expect(days).toBe(30);
  await owner.call('POST', `/dataset/${datasetHash}/restore`);
  expect((await admin.call<{ deleted: Item[] }>('GET', '/deleted')).body.deleted).not.toContainEqual(item);
});

it('a file that was replaced by an upload is listed for who replaced it, and comes back with the act of the upload', async () => {
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'replaced' });
  expect(projectHash).not.toBe('');
  const key = 'globex/replaced/a.tif';
  const [old, present] = [Buffer.from('old'), Buffer.from('present')];
  await uploadFile(member, key, [old]);
  const uploadId = await startUpload(member, key);
  await putPart(await urlOfPart(member, key, uploadId, 1), present);
  await member.call('POST', '/upload/complete', { ...completion(key, uploadId, [present]), act: 'one act' });
  const replaced = async () => {
    const { body } = await member.call<{ files: { key: string; size: number; act: string }[] }>('GET', '/deleted');
    return body.files.filter((file) => file.key === key);
  };
  const version = { key, replaced: true, act: 'one act', size: old.length };
  expect(await replaced()).toEqual([
    expect.objectContaining({ ...version, removedAfter: expect.any(String) as string }),
  ]);
  const restore = (body: object) => member.call('POST', '/manage/files/restore', { keys: [key], ...body });
  expect((await restore({})).body).toMatchObject({ restored: [], refused: [{ key, code: 'EXISTS' }] });
  expect((await restore({ act: 'another', replace: true })).body).toMatchObject({ refused: [{ code: 'NOT_FOUND' }] });
  expect((await restore({ act: 'one act', replace: true })).body).toEqual({ restored: [key], refused: [] });
  expect(await md5OfStored(member, key)).toBe(md5('old'));
  expect(await replaced()).toEqual([expect.objectContaining({ key, replaced: true, size: present.length })]);
  const others = await signIn(backend, 'member@acme.example');
  const refused = await others.call('POST', '/manage/files/restore', { keys: [key], replace: true });
  expect(refused.status).toBe(403);
});

it('a member sees what this member deleted, and no longer what was restored', async () => {
  const mine = await signIn(backend, 'member@acme.example');
  const admin = await signIn(backend, 'admin@acme.example');
  const { projectHash } = await mine.make<{ projectHash: string }>('/project', { title: 'shared' });
  const keys = ['my own', 'of the admin'].map((name) => `acme/shared/${name}.tif`);
  await storeFiles(
    mine,
    keys.map((key) => [key, Buffer.from('a')] as const),
  );
  const [first, second] = await Promise.all(
    ['my own', 'of the admin'].map((dataset) =>
      mine.make<{ datasetHash: string }>('/dataset', { projectHash, dataset }),
    ),
  );
  for (const [session, key, dataset] of [
    [mine, keys[0], first],
    [admin, keys[1], second],
  ] as const) {
    await session.call('DELETE', '/manage/files', { keys: [key] });
    await session.call('DELETE', `/dataset/${dataset?.datasetHash ?? ''}`, {});
  }
  const list = async () => {
    const { deleted, files } = (
      await mine.call<{ deleted: { name: string }[]; files: { key: string }[] }>('GET', '/deleted')
    ).body;
    return [...deleted.map(({ name }) => name), ...files.map(({ key }) => key)];
  };
  const listed = await list();
  expect(listed).toEqual(expect.arrayContaining(['my own', keys[0]]));
  expect(listed).not.toEqual(expect.arrayContaining(['of the admin']));
  expect(listed).not.toEqual(expect.arrayContaining([keys[1]]));

  // Who deletes it again is the one who can take it back.
  await mine.call('POST', `/dataset/${first?.datasetHash ?? ''}/restore`);
  await mine.call('POST', '/manage/files/restore', { keys: [keys[0]] });
  expect(await list()).not.toEqual(expect.arrayContaining(['my own']));
  await admin.call('DELETE', `/dataset/${first?.datasetHash ?? ''}`, {});
  await admin.call('DELETE', '/manage/files', { keys: [keys[0]] });
  const after = await list();
  expect(after).not.toEqual(expect.arrayContaining(['my own']));
  expect(after).not.toEqual(expect.arrayContaining([keys[0]]));
});
