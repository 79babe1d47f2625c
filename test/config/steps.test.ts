import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const STEPS = path.join(__dirname, '..', '..', 'config', 'scripts', 'steps.mjs');

/** Creates a checkout of the scripts only, whose `node_modules` is a symbolic link. */
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
  it('is refused if node_modules is a symbolic link, since it would empty the target', () => {
    const { folder, checkout, elsewhere } = linkedCheckout();
    const job = "import('./config/scripts/steps.mjs').then((steps) => steps.ensureInstalled())";
    // Nothing is in PATH, so that no npm can run.
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
