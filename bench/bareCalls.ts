import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sendOneByOne } from './plainUpload';
import type { ApiAccess } from './stage';

/** Sends the files of a folder with bare calls. */
async function main(api: string, folder: string): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map(async (name) => new File([await openAsBlob(join(folder, name))], name)));
  await sendOneByOne(JSON.parse(api) as ApiAccess, files);
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
