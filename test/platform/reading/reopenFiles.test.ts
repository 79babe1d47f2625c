import { handleOfFile } from '../../../src/platform/reading/fileRegistry';
import { reopenFiles } from '../../../src/platform/reading/reopenFiles';

/** jsdom has no file handles. */
abstract class FakeHandle {
  abstract readonly kind: 'file' | 'directory';
  readonly asked: string[] = [];
  private permission: PermissionState;

  constructor(
    readonly name: string,
    private readonly answer: PermissionState | 'no click' = 'granted',
    before: PermissionState = 'prompt',
  ) {
    this.permission = before;
  }

  readonly isSameEntry = (other: unknown) => Promise.resolve(other instanceof FakeHandle && other.name === this.name);
  readonly queryPermission = () => Promise.resolve(this.permission);
  readonly requestPermission = () => {
    this.asked.push('read');
    if (this.answer === 'no click') return Promise.reject(new DOMException('no click', 'SecurityError'));
    this.permission = this.answer;
    return Promise.resolve(this.answer);
  };
}

class FakeFile extends FakeHandle {
  readonly kind = 'file';
  readonly getFile = () => Promise.resolve(new File(['x'], this.name));
}

class FakeFolder extends FakeHandle {
  readonly kind = 'directory';
  readonly children: Readonly<Record<string, FakeHandle>>;

  constructor(name: string, children: readonly FakeHandle[], answer?: PermissionState) {
    super(name, answer);
    this.children = Object.fromEntries(children.map((child) => [child.name, child]));
  }

  readonly getDirectoryHandle = (name: string) => this.find(name);
  readonly getFileHandle = (name: string) => this.find(name);

  private find(name: string): Promise<FakeHandle> {
    const child = this.children[name];
    return child === undefined ? Promise.reject(new DOMException('gone', 'NotFoundError')) : Promise.resolve(child);
  }
}

beforeAll(() => void Object.assign(globalThis, { FileSystemHandle: FakeHandle }));
afterAll(() => Reflect.deleteProperty(globalThis, 'FileSystemHandle'));

const kinds = async (...wanted: Parameters<typeof reopenFiles>[0]) =>
  [...(await reopenFiles(wanted))].map(([id, { kind }]) => [id, kind]);

describe('reopenFiles', () => {
  it('opens files of a folder at any depth and requests permission for it once', async () => {
    const folder = new FakeFolder('TC042', [new FakeFile('a.tif'), new FakeFolder('raw', [new FakeFile('b.tif')])]);
    const results = await reopenFiles([
      { id: 'a', handle: folder, path: 'TC042/a.tif' },
      { id: 'b', handle: folder, path: 'TC042/raw/b.tif' },
    ]);
    const opened = [...results.values()].map((result) => result.kind === 'opened' && result.file.name);
    expect(opened).toEqual(['a.tif', 'b.tif']);
    expect(folder.asked).toEqual(['read']);
  });

  it('remembers the handle of a reopened file', async () => {
    const handle = new FakeFile('a.tif');
    const result = (await reopenFiles([{ id: 'a', handle, path: '' }])).get('a');
    expect(result?.kind === 'opened' && handleOfFile(result.file)).toBe(handle);
  });

  it('does not prompt if permission is still granted', async () => {
    const handle = new FakeFile('a.tif', 'denied', 'granted');
    expect(await kinds({ id: 'a', handle, path: '' })).toEqual([['a', 'opened']]);
    expect(handle.asked).toEqual([]);
  });

  it.each(['denied', 'no click'] as const)('reports forbidden files (%s) and opens the others', async (answer) => {
    expect(
      await kinds(
        { id: 'a', handle: new FakeFile('a.tif', answer), path: '' },
        { id: 'b', handle: new FakeFile('b.tif'), path: '' },
      ),
    ).toEqual([
      ['a', 'forbidden'],
      ['b', 'opened'],
    ]);
  });

  it('reports a file as missing if it is deleted or replaced by a folder', async () => {
    const folder = new FakeFolder('TC042', [new FakeFolder('a.tif', [])]);
    expect(
      await kinds(
        { id: 'a', handle: folder, path: 'TC042/a.tif' },
        { id: 'b', handle: folder, path: 'TC042/raw/b.tif' },
      ),
    ).toEqual([
      ['a', 'missing'],
      ['b', 'missing'],
    ]);
  });

  it('omits values that are not handles', async () => {
    expect(await kinds({ id: 'a', handle: { kind: 'file' }, path: '' })).toEqual([]);
  });
});
