import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Answer, type Session } from '../support/signIn';
import { START_TIMEOUT_MS } from '../support/startBackend';

const backend = sharedBackend();
let member: Session;
let projectHash: string;

interface Item {
  readonly etag: string;
  readonly projectHash: string;
  readonly datasetHash: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly description: string;
}

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  const { body } = await member.call<Item>('POST', '/project', { title: 'Conditional' });
  projectHash = body.projectHash;
}, START_TIMEOUT_MS);

async function create(dataset: string): Promise<Item> {
  const { body } = await member.call<Item>('POST', '/dataset', { projectHash, dataset });
  return body;
}

function change<Body = Item>(item: Item, tag: string, body: object, method = 'PATCH'): Promise<Answer<Body>> {
  return member.call<Body>(method, `/dataset/${item.datasetHash}`, body, { 'if-match': tag });
}

describe('a change with If-Match', () => {
  it.each(['PATCH', 'PUT', 'DELETE'])(
    '%s of a dataset that has changed gets its present state and changes nothing',
    async (method) => {
      const before = await create(`Changed ${method}`);
      const { body: present, headers } = await change(before, '*', { description: 'theirs' });
      expect(present.etag).not.toBe(before.etag);
      expect(headers.get('etag')).toBe(`"${present.etag}"`);
      const body = method === 'DELETE' ? {} : { dataset: `Changed ${method}`, description: 'mine' };
      const refused = await change<{ current: Item }>(before, `"${before.etag}"`, body, method);
      expect(refused.status).toBe(412);
      expect(refused.body).toMatchObject({ current: present });
      const { body: read, headers: ofRead } = await member.call<Item>('GET', `/dataset/${before.datasetHash}`);
      expect(read).toEqual(present);
      expect(ofRead.get('etag')).toBe(`"${present.etag}"`);
      const made = await change(before, `"other", "${present.etag}"`, body, method);
      expect(made.status).toBe(200);
    },
  );

  it('a project that has changed is neither changed nor deleted', async () => {
    const { body: before } = await member.call<Item>('POST', '/project', { title: 'Conditional 2' });
    const path = `/project/${before.projectHash}`;
    const { body: present, headers } = await member.call<Item>('PATCH', path, { description: 'theirs' });
    expect(headers.get('etag')).toBe(`"${present.etag}"`);
    for (const method of ['PATCH', 'DELETE']) {
      const refused = await member.call(method, path, {}, { 'if-match': `"${before.etag}"` });
      expect(refused).toMatchObject({ status: 412, body: { current: present } });
    }
    const { body: list } = await member.call<{ projects: Item[] }>('GET', '/project');
    expect(list.projects).toContainEqual(expect.objectContaining({ etag: present.etag, description: 'theirs' }));
  });

  it('of 100 edits that two clients make at the same time, no field is lost', async () => {
    const dataset = await create('Counted');
    const count = async (name: string) => {
      for (let edit = 1; edit <= 50;) {
        const { body } = await member.call<Item>('GET', `/dataset/${dataset.datasetHash}`);
        const attributes = { ...body.attributes, [name]: String(edit) };
        const { status } = await change(dataset, `"${body.etag}"`, { attributes });
        if (status === 200) edit += 1;
        else expect(status).toBe(412);
        expect(Number(body.attributes[name] ?? 0)).toBe(status === 200 ? edit - 2 : edit - 1);
      }
    };
    await Promise.all(['left', 'right'].map(count));
    const { body } = await member.call<Item>('GET', `/dataset/${dataset.datasetHash}`);
    expect(body.attributes).toEqual({ left: '50', right: '50' });
  });
});
