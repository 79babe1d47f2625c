import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { createRandom } from '../support/createRandom';
import { signIn, type Session } from '../support/signIn';
import { md5OfStored } from '../support/storedFiles';
import { until } from '../support/until';
import { GLOBEX_MEMBER } from '../support/walkLogin';
import { md5OfFile, signInAs, test } from './support';

/** Of a sponsor without other uploads, which a browser would offer as well. */
const PROJECT = 'liver-panel';
const PART_BYTES = 64 * 1024 * 1024;
/** More rounds, larger files and another seed for a longer run by hand. */
const ROUNDS = Number(process.env.TAKE_OVER_ROUNDS ?? 3);
const PARTS = Number(process.env.TAKE_OVER_PARTS ?? 4);
const SEED = Number(process.env.TAKE_OVER_SEED ?? 1);
/** All legs of a round but the last one are killed within this time. */
const KILL_MS = 2_500;
const LEGS = 4;

/** What a computer has begun counts as abandoned after three minutes. */
const LATER_MS = 10 * 60_000;

interface Dataset {
  readonly folder: string;
  readonly file: string;
  readonly key: string;
  readonly place: string;
}

/** Creates a sparse file of different parts, and the dataset that it is for. */
async function makeDataset(session: Session, disk: string, title: string): Promise<Dataset> {
  const { body } = await session.call<{ projects: { title: string; projectHash: string }[] }>('GET', '/project');
  const { projectHash = '' } = body.projects.find((project) => project.title === PROJECT) ?? {};
  await session.make('/dataset', { projectHash, dataset: title, sid: 'globex' });
  const folder = path.join(disk, title);
  fs.mkdirSync(folder);
  const name = `${title}_S000001_L01_ch01.tif`;
  const handle = fs.openSync(path.join(folder, name), 'w');
  for (let part = 0; part < PARTS; part += 1) fs.writeSync(handle, `${title} ${String(part)}`, part * PART_BYTES);
  fs.ftruncateSync(handle, (PARTS - 1) * PART_BYTES + 1_000);
  fs.closeSync(handle);
  const place = `${PROJECT}/${title}`;
  return { folder, file: path.join(folder, name), key: `globex/${place}/${name}`, place };
}

/** Creates a computer with `dm`, which has an access token of the user. */
function createComputer(session: Session, home: string, url: string) {
  const start = (...args: readonly string[]) => {
    const child: ChildProcess = spawn(process.execPath, ['dist/cli/dm.mjs', ...args], {
      env: { PATH: process.env.PATH, DM_HOME: home, DM_URL: url, DM_TOKEN: session.accessToken },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) };
  };
  return { start, run: async (...args: readonly string[]) => start(...args).ended };
}

async function beginInBrowser(page: Page, { place, folder }: Dataset): Promise<void> {
  await page.goto(`/globex/${place}/upload`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose folder' }).click(),
  ]);
  await chooser.setFiles(folder);
  // The file is no readable image.
  const anyway = page.getByRole('button', { name: 'Upload anyway' });
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(anyway.or(upload).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await upload.click();
}

const barOf = (page: Page) => page.getByRole('region', { name: 'Interrupted upload' });

/** Returns true if the storage has parts of an open upload. */
async function isReceived(session: Session, key: string): Promise<boolean> {
  const { body } = await session.call<{ uploads: { key: string; received?: number }[] }>('GET', '/upload/open');
  return body.uploads.some((upload) => upload.key === key && (upload.received ?? 0) > 0);
}

/** Opens a page later, when another computer is known to have stopped. */
async function openLater(page: Page, { place }: Dataset): Promise<void> {
  await page.addInitScript((laterMs) => {
    const { now } = Date;
    Date.now = () => now() + laterMs;
  }, LATER_MS);
  const asked = page.waitForResponse(/\/upload\/open$/);
  await page.goto(`/globex/${place}`);
  await asked;
}

async function resumeInBrowser(page: Page, { folder }: Dataset): Promise<void> {
  const bar = barOf(page);
  const dialog = page.waitForEvent('filechooser');
  // A folder that this browser knows is asked for at once.
  const isKnown = (await bar.textContent())?.includes('Folder:') === true;
  await bar.getByRole('button', { name: 'Resume' }).click();
  if (!isKnown) await bar.getByRole('button', { name: 'Choose folder' }).click();
  await (await dialog).setFiles(folder);
}

async function expectComplete(session: Session, { key, file }: Dataset): Promise<void> {
  expect(await md5OfStored(session, key)).toBe(await md5OfFile(file));
  const query = new URLSearchParams({ path: key }).toString();
  const { body } = await session.call<{ receipts: unknown[] }>('GET', `/receipts?${query}`);
  expect(body.receipts).toHaveLength(1);
  const open = await session.call<{ uploads: { key: string }[] }>('GET', '/upload/open');
  expect(open.body.uploads.filter((upload) => upload.key === key)).toEqual([]);
}

test('an upload begun by dm is offered in a browser, which finishes it with the folder, and dm has nothing left', async ({
  page,
  backend,
  disk,
}) => {
  test.slow();
  const session = await signIn(backend, GLOBEX_MEMBER.email);
  const dataset = await makeDataset(session, disk, 'TC952');
  const computer = createComputer(session, path.join(disk, 'dm'), backend.url);
  const { child, ended } = computer.start('upload', dataset.folder, dataset.place, '--yes');
  await until('a part has arrived', async () => (await isReceived(session, dataset.key)) || undefined);
  child.kill('SIGKILL');
  await ended;
  await signInAs(page, backend, GLOBEX_MEMBER);
  await openLater(page, dataset);
  await expect(barOf(page)).toContainText('Begun elsewhere.');
  await resumeInBrowser(page, dataset);
  await untilComplete(session, dataset);
  await expect(barOf(page)).toBeHidden();
  await expectComplete(session, dataset);
  expect(await computer.run('status')).toEqual({ code: 0, output: '' });
});

/** Returns the parts that the server has received as a whole, with the times of their requests in milliseconds since 1970. */
function partsSent(log: string): readonly { readonly from: number; readonly to: number }[] {
  return log.split('\n').flatMap((line) => {
    if (!/"method":"PUT","route":"[^"]*storage[^"]*","status":200/.test(line)) return [];
    const { time, ms } = JSON.parse(line) as { time: number; ms: number };
    return { from: time - ms, to: time };
  });
}

test('an upload that changes between browser and dm at random moments ends with every byte, sent once', async ({
  page: first,
  context,
  backend,
  disk,
}) => {
  test.setTimeout(ROUNDS * 120_000);
  context.setDefaultTimeout(60_000);
  const random = createRandom(SEED);
  const session = await signIn(backend, GLOBEX_MEMBER.email);
  await signInAs(first, backend, GLOBEX_MEMBER);
  const result = { rounds: 0, kills: 0, took: { browser: 0, dm: 0 }, sent: 0, inFlight: 0, parts: 0, again: 0 };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const dataset = await makeDataset(session, disk, `R${String(SEED)}-${String(round)}`);
    const computer = createComputer(session, path.join(disk, `dm-${String(round)}`), backend.url);
    const before = partsSent(backend.log()).length;
    const kills: number[] = [];
    const startsInBrowser = random(2) === 0;
    for (let leg = 0; leg < LEGS; leg += 1) {
      const isLast = leg === LEGS - 1;
      const killAfterMs = random(KILL_MS);
      if (!(await isMissing(session, dataset))) continue;
      if ((leg % 2 === 0) === startsInBrowser) {
        const page = await context.newPage();
        const left = await findLeft(page, session, dataset);
        if (left === 'offered') {
          await resumeInBrowser(page, dataset);
          result.took.browser += 1;
        } else if (left === 'all') await beginInBrowser(page, dataset);
        if (isLast) await untilComplete(session, dataset);
        else {
          await wait(killAfterMs);
          kills.push(Date.now());
        }
        await page.close();
      } else {
        const isBegun = (await computer.run('status', dataset.folder, dataset.place)).output !== '';
        if (isBegun) result.took.dm += 1;
        const args = isBegun ? ['resume'] : ['upload', '--yes'];
        const { child, ended } = computer.start(...args, dataset.folder, dataset.place);
        if (!isLast) {
          await Promise.race([wait(killAfterMs), ended]);
          kills.push(Date.now());
          child.kill('SIGKILL');
        }
        const { code, output } = await ended;
        if (isLast) expect({ code, output }).toMatchObject({ code: 0 });
      }
    }
    await expectComplete(session, dataset);
    const sent = partsSent(backend.log()).slice(before);
    // The storage may receive the end of a part only after the next client has asked for what is there.
    const inFlight = sent.filter(({ from, to }) => kills.some((at) => from < at && at <= to)).length;
    result.rounds += 1;
    result.kills += kills.length;
    result.sent += sent.length;
    result.inFlight += inFlight;
    result.parts += PARTS;
    result.again += Math.max(0, sent.length - inFlight - PARTS);
    fs.rmSync(dataset.folder, { recursive: true });
  }
  test.info().annotations.push({ type: 'rounds', description: JSON.stringify(result) });
  expect(result).toMatchObject({ rounds: ROUNDS, again: 0 });
});

/** Opens a page, and returns what is left of an upload: a part that the page offers to resume, the whole file, or nothing. */
async function findLeft(page: Page, session: Session, dataset: Dataset): Promise<'offered' | 'all' | 'nothing'> {
  await openLater(page, dataset);
  // The bar may still offer a file of an earlier round, until the server has been asked for it.
  const offer = barOf(page).getByText(new RegExp(`Folder: ${path.basename(dataset.folder)}\\.|Begun elsewhere`));
  return until('the page offers what the storage has', async () => {
    const hasParts = await isReceived(session, dataset.key);
    // A client that was killed may have sent the last request before.
    if (!(await isMissing(session, dataset))) return 'nothing';
    if (await offer.isVisible()) return 'offered';
    return hasParts ? undefined : 'all';
  });
}

async function isMissing(session: Session, { key, place }: Dataset): Promise<boolean> {
  const query = new URLSearchParams({ path: `globex/${place}` }).toString();
  const { body } = await session.call<{ files: { key: string }[] }>('GET', `/manage/files?${query}`);
  return !body.files.some((file) => file.key === key);
}

async function untilComplete(session: Session, dataset: Dataset): Promise<void> {
  await until('the file is complete', async () => ((await isMissing(session, dataset)) ? undefined : true), 120_000);
}
