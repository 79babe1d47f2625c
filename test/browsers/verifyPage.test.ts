import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EMPTY_DATASET_FORM } from '../../server/src/database/projects/datasets';
import { makeBag } from '../../server/src/pipelines/seal/bag';
import { damageFiles, editManifest, signWithOtherKey } from '../support/bagFaults';
import { temporaryFolder } from '../support/temporaryFolder';
import type { Browser, StartBrowser } from './browser';
import { startFirefox } from './firefox';
import { Visitor } from './visitor';
import { startWebKit } from './webkit';

const FILES = ['data/a 1.tif', 'data/b 100_25.tif', 'data/sub/ä 脳.tif', 'data/d.tif', 'data/e.tif'] as const;
const HOLDS = 'The signature holds. It is that of the key';

/** What the page says. */
type Verdict = {
  readonly verdict: string;
  readonly signature: string;
  readonly lists: Readonly<Record<string, readonly string[]>>;
};

const READ = `
  const text = (id) => document.getElementById(id).textContent;
  const lists = [...document.querySelectorAll('ul')].map((list) => [
    list.getAttribute('aria-label'),
    [...list.children].map((item) => item.textContent),
  ]);
  return { verdict: text('verdict'), signature: text('signature'), lists: Object.fromEntries(lists) };`;

/** Writes a sealed dataset into a folder. */
function writeBag(bag: string): void {
  const files = FILES.map((path) => {
    const content = Buffer.from(`content of ${path}`);
    mkdirSync(join(bag, path, '..'), { recursive: true });
    writeFileSync(join(bag, path), content);
    return { path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const texts = makeBag({
    sponsorId: 'acme',
    project: 'brains',
    dataset: {
      ...EMPTY_DATASET_FORM,
      dataset: 'TC7',
      datasetHash: 'hash',
      projectHash: 'project',
      sid: 'acme',
      createdAt: '2026-11-30T12:00:00Z',
      etag: 'etag',
    },
    files,
    receipts: [],
    sealedAt: new Date(),
    keysUrl: 'https://api.example/seal/keys',
    key: {
      id: 'key',
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      createdAt: new Date().toISOString(),
      sign: (bytes) => sign(null, bytes, privateKey).toString('base64'),
    },
    script: readFileSync(resolve(__dirname, '../../server/dist/verify.js'), 'utf8'),
  });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(bag, name), text);
}

/**
 * No driver of Firefox or WebKit chooses a folder. The input takes the files of the folder instead, and their paths in it are added
 * before the page sees them.
 */
const TAKE_FILES = `
  const input = document.getElementById('folder');
  input.webkitdirectory = false;
  input.multiple = true;
  const addPaths = () => {
    for (const file of input.files) Object.defineProperty(file, 'webkitRelativePath', { value: arguments[0][file.name] });
  };
  document.addEventListener('change', addPaths, { capture: true });`;

const LACK_ED25519 = `
  crypto.subtle.importKey = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));`;

describe.each<[string, StartBrowser]>([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('verify.html in %s', (name, start) => {
  let browser: Browser;
  let folder: string;
  let count = 0;

  beforeAll(async () => {
    folder = await temporaryFolder();
    writeBag(join(folder, 'TC7'));
    browser = await start(folder);
  });
  afterAll(() => browser.close());

  function copyBag(): string {
    const bag = join(folder, String((count += 1)));
    cpSync(join(folder, 'TC7'), bag, { recursive: true });
    return bag;
  }

  /** Opens the page of a bag from disk, and lets it check the bag. */
  async function check(bag: string, prepare = ''): Promise<Verdict> {
    const visitor = new Visitor(browser);
    await browser.open(pathToFileURL(join(bag, 'verify.html')).href);
    const entries = readdirSync(bag, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
    const files = entries.map((entry) => join(entry.parentPath, entry.name));
    const paths = files.map((file) => [basename(file), join('TC7', relative(bag, file))] as const);
    await browser.run(TAKE_FILES + prepare, Object.fromEntries(paths));
    await visitor.choose('Folder', files);
    return visitor.until('the folder is checked', async () => {
      const found = await browser.run<Verdict>(READ);
      return / intact\.$/.test(found.verdict) && found;
    });
  }

  test(`${name} finds an intact bag intact, and its signature valid`, async () => {
    const found = await check(copyBag());
    expect(found).toEqual({ verdict: 'All 11 files are intact.', signature: `${HOLDS} key.`, lists: {} });
  });

  test(`${name} names a file with a flipped bit, a removed, an added and two swapped files`, async () => {
    const bag = copyBag();
    const lists = await damageFiles(bag, FILES);
    const found = await check(bag);
    expect(found).toEqual({ verdict: '7 of 11 files are intact.', signature: `${HOLDS} key.`, lists });
  });

  test(`${name} finds an edited manifest and the signature of another key`, async () => {
    const bag = copyBag();
    const undo = await editManifest(bag, FILES[0]);
    expect(await check(bag)).toEqual({
      verdict: '9 of 10 files are intact.',
      signature: 'The signature does not hold: manifest-sha256.txt was changed after it was signed.',
      lists: { Changed: ['manifest-sha256.txt'], Added: [FILES[0]] },
    });
    await undo();
    await signWithOtherKey(bag);
    const { signature } = await check(bag);
    expect(signature).toBe('The signature is that of another key: other.');
  });

  test(`${name} without Ed25519 says that it can’t check the signature, and not that all is intact`, async () => {
    expect(await check(copyBag(), LACK_ED25519)).toEqual({
      verdict: '11 of 11 files are intact.',
      signature: 'This browser can’t check the signature. Use a newer one.',
      lists: {},
    });
  });
});
