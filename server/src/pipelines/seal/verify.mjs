import { readChecksumFile } from '@data-manager/domain/checksums/checksumFile';
import { createSHA256 } from 'hash-wasm/dist/sha256.umd.min.js';

const MANIFEST = 'manifest-sha256.txt';
const TAG_MANIFEST = 'tagmanifest-sha256.txt';
const SIGNATURE = 'signature.json';
/** Bytes that are read at once. */
const CHUNK_BYTES = 8 * 1024 * 1024;

const byId = (id) => document.getElementById(id);
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Parses a manifest: the expected SHA-256 of each path. */
function parseManifest(text) {
  return new Map(readChecksumFile('', text).lines.map(({ name, value }) => [name, value]));
}

/** Hashes a file, and reads the next bytes meanwhile. */
async function hashFile(hasher, file, onBytes) {
  const read = (start) => (start < file.size ? file.slice(start, start + CHUNK_BYTES).arrayBuffer() : undefined);
  hasher.init();
  let next = read(0);
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    const bytes = new Uint8Array(await next);
    next = read(start + CHUNK_BYTES);
    hasher.update(bytes);
    onBytes(bytes.length);
  }
  return hasher.digest();
}

async function verifies(publicKey, signature, file) {
  try {
    const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), await file.arrayBuffer());
  } catch (error) {
    if (error.name === 'NotSupportedError' || crypto.subtle === undefined) return undefined;
    return false;
  }
}

/** Returns whether the signature holds, and why not. */
async function checkSignature(files) {
  const { keyId, publicKey } = document.documentElement.dataset;
  let signed;
  try {
    signed = JSON.parse(await files.get(SIGNATURE).text());
  } catch {
    return { holds: false, text: `The signature is missing: ${SIGNATURE} can’t be read.` };
  }
  for (const name of [MANIFEST, TAG_MANIFEST]) {
    const file = files.get(name);
    const signature = signed.signatures?.[name] ?? '';
    const holds = file !== undefined && (await verifies(publicKey, signature, file));
    if (holds === undefined) return { holds, text: 'This browser can’t check the signature. Use a newer one.' };
    if (holds) continue;
    if (signed.keyId !== keyId || signed.publicKey !== publicKey) {
      return { holds, text: `The signature is that of another key: ${signed.keyId}.` };
    }
    return { holds, text: `The signature does not hold: ${name} was changed after it was signed.` };
  }
  return { holds: true, text: `The signature holds. It is that of the key ${keyId}.` };
}

async function check(chosen) {
  const pathOf = (file) => file.webkitRelativePath || file.name;
  const [top] = chosen
    .filter(({ name }) => name === MANIFEST)
    .sort((one, other) => pathOf(one).split('/').length - pathOf(other).split('/').length);
  if (top === undefined)
    return show({ text: `The folder has no ${MANIFEST}. Choose the folder that contains this page.` });
  const root = pathOf(top).slice(0, -MANIFEST.length);
  const files = new Map(
    chosen
      .filter((file) => pathOf(file).startsWith(root))
      .map((file) => [pathOf(file).slice(root.length).normalize('NFC'), file]),
  );
  const signature = await checkSignature(files);
  const payload = parseManifest(await top.text());
  const tags = parseManifest((await files.get(TAG_MANIFEST)?.text()) ?? '');
  const expected = new Map([...payload, ...tags]);
  const named = new Map([...expected].map(([path, digest]) => [digest, path]));
  const missing = [...expected.keys()].filter((path) => !files.has(path));
  const added = [...files.keys()].filter((path) => ![TAG_MANIFEST, SIGNATURE].includes(path) && !expected.has(path));
  const changed = [];
  const progress = byId('progress');
  const present = [...expected].filter(([path]) => files.has(path));
  progress.max = present.reduce((sum, [path]) => sum + files.get(path).size, 1);
  progress.value = 0;
  progress.hidden = false;
  const hasher = await createSHA256();
  for (const [path, digest] of present) {
    const found = await hashFile(hasher, files.get(path), (count) => (progress.value += count)).catch(
      () => 'unreadable',
    );
    if (found === digest) continue;
    const other = named.get(found);
    const why =
      found === 'unreadable' ? ' (can’t be read)' : other === undefined ? '' : ` (has the content of ${other})`;
    changed.push(path + why);
  }
  progress.hidden = true;
  const intact = present.length - changed.length;
  const isGood = signature.holds && changed.length + missing.length + added.length === 0;
  show({
    text: isGood ? `All ${intact} files are intact.` : `${intact} of ${expected.size} files are intact.`,
    isGood,
    signature,
    lists: { Changed: changed, Missing: missing, Added: added },
  });
}

function show({ text, isGood = false, signature, lists = {} }) {
  byId('verdict').textContent = text;
  byId('verdict').dataset.result = isGood ? 'good' : 'bad';
  byId('signature').textContent = signature?.text ?? '';
  byId('signature').dataset.result = signature?.holds ? 'good' : 'bad';
  byId('lists').replaceChildren(
    ...Object.entries(lists).flatMap(([name, paths]) => {
      if (paths.length === 0) return [];
      const heading = document.createElement('h2');
      heading.textContent = `${name} (${paths.length})`;
      const list = document.createElement('ul');
      list.setAttribute('aria-label', name);
      for (const path of paths) list.append(Object.assign(document.createElement('li'), { textContent: path }));
      return [heading, list];
    }),
  );
}

byId('folder').addEventListener('change', async ({ target }) => {
  show({ text: 'Checking…' });
  await check([...target.files]).catch((error) => show({ text: `The folder can’t be checked: ${error.message}` }));
});
