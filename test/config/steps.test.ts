import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const STEPS = path.join(__dirname, '..', '..', 'config', 'scripts', 'steps.mjs');

/** A checkout with nothing but the scripts' steps, whose `node_modules` is a link to a folder elsewhere. */
function linkedCheckout() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-'));
  const checkout = path.join(folder, 'checkout');
  const elsewhere = path.join(folder, 'elsewhere');
  fs.mkdirSync(path.join(checkout, 'config', 'scripts'), { recursive: true });
  fs.copyFileSync(STEPS, path.join(checkout, 'config', 'scripts', 'steps.mjs'));
  fs.writeFileSync(path.join(checkout, 'package-lock.json'), '{}');
  fs.mkdirSync(path.join(elsewhere, 'a-package'), { recursive: true });
  fs.symlinkSync(elsewhere, path.join(checkout, 'node_modules'));
  return { folder, checkout, elsewhere };
}

describe('installing packages', () => {
  it('refuses to empty the folder that a linked node_modules stands for', () => {
    const { folder, checkout, elsewhere } = linkedCheckout();
    const job = "import('./config/scripts/steps.mjs').then((steps) => steps.ensureInstalled())";
    // An empty folder for the path: no npm is found, whatever the script does.
    const { status, stderr } = spawnSync(process.execPath, ['-e', job], {
      cwd: checkout,
      env: { PATH: folder },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain(`node_modules is a link to ${elsewhere}`);
    expect(fs.readdirSync(elsewhere)).toEqual(['a-package']);
    fs.rmSync(folder, { recursive: true });
  });
});
