import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/temporaryFolder';

const REPOSITORY_ROOT = path.join(__dirname, '..', '..');
const SCRIPTS = path.join(REPOSITORY_ROOT, 'config', 'scripts');
/** A package that no machine needs. */
const ELSEWHERE = { version: '1.0.0', optional: true, os: ['none'], cpu: ['none'] };
const PACKAGE = { version: '1.2.3', integrity: 'sha512-a' };
const LINK = { resolved: 'server', link: true };
const WORKSPACES = { '': { name: 'data-manager' }, server: { version: '0.1.0' } };

let folder: string;
let checkout: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  checkout = path.join(folder, 'checkout');
  const names = ['steps.mjs', 'packages.mjs', 'bundleServer.mjs', 'bundleCli.mjs', 'notBundled.mjs'];
  for (const name of names) {
    write(`config/scripts/${name}`, fs.readFileSync(path.join(SCRIPTS, name), 'utf8'));
  }
  write('package-lock.json', '{}');
  write('package.json', '{}');
});

function write(file: string, text: string): void {
  const place = path.join(checkout, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
}

/** Writes the lock file, and npm's list of what is installed. */
function install(locked: object, installed: object): void {
  write('package-lock.json', JSON.stringify({ packages: { ...WORKSPACES, ...locked } }));
  write('node_modules/.package-lock.json', JSON.stringify({ packages: { server: WORKSPACES.server, ...installed } }));
}

/** Runs a function of the scripts in the checkout. Nothing is in PATH, so that no npm can run. */
function runStep(name: string) {
  const job = `import('./config/scripts/steps.mjs').then((steps) => steps.${name}())`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', job], {
    cwd: checkout,
    env: { PATH: folder },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const isInstallNeeded = (): boolean => runStep('ensureInstalled').output.includes('Installing packages');

describe('installing packages', () => {
  it('is refused if node_modules is a symbolic link, since it would empty the target', () => {
    const elsewhere = path.join(folder, 'elsewhere');
    fs.mkdirSync(path.join(elsewhere, 'a-package'), { recursive: true });
    fs.symlinkSync(elsewhere, path.join(checkout, 'node_modules'));
    const { status, output } = runStep('ensureInstalled');
    expect(status).toBe(1);
    expect(output).toContain(`node_modules is a link to ${elsewhere}`);
    expect(fs.readdirSync(elsewhere)).toEqual(['a-package']);
  });

  it('accepts an install by npm itself, which leaves no mark of these scripts', () => {
    const packages = { 'node_modules/a': PACKAGE, 'node_modules/@data-manager/server': LINK };
    install(
      { ...packages, 'node_modules/b': ELSEWHERE, 'node_modules/c': { version: '1.0.0', optional: true } },
      packages,
    );
    expect(runStep('ensureInstalled')).toEqual({ status: 0, output: '' });
  });

  it('accepts what npm itself has installed, without the optional packages of other platforms', () => {
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] });
    const version = '1.0.0';
    write('a/package.json', JSON.stringify({ name: 'a', version }));
    write('b/package.json', JSON.stringify({ name: 'b', version, os: [`!${process.platform}`] }));
    npm('pack', './a', './b');
    fs.rmSync(path.join(checkout, 'package-lock.json'));
    const dependencies = { dependencies: { a: 'file:a-1.0.0.tgz' }, optionalDependencies: { b: 'file:b-1.0.0.tgz' } };
    write('package.json', JSON.stringify({ name: 'data-manager', version, workspaces: ['server'], ...dependencies }));
    write('server/package.json', JSON.stringify({ name: '@data-manager/server', version }));
    npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
    expect(fs.readdirSync(path.join(checkout, 'node_modules')).sort()).toEqual([
      '.package-lock.json',
      '@data-manager',
      'a',
    ]);
    expect(isInstallNeeded()).toBe(false);
  });

  it('installs again if npm has not finished', () => {
    write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': PACKAGE } }));
    write('node_modules/a/package.json', '{}');
    expect(isInstallNeeded()).toBe(true);
  });

  it.each([
    ['a package is missing', { 'node_modules/a': PACKAGE }, {}],
    ['a version differs', { 'node_modules/a': PACKAGE }, { 'node_modules/a': { ...PACKAGE, version: '1.2.2' } }],
    ['a content differs', { 'node_modules/a': PACKAGE }, { 'node_modules/a': { ...PACKAGE, integrity: 'sha512-b' } }],
    ['a package is left over', {}, { 'node_modules/a': PACKAGE }],
    ['a link differs', { 'node_modules/s': LINK }, { 'node_modules/s': { ...LINK, resolved: 'other' } }],
    [
      'an optional package for this platform is missing',
      { 'node_modules/a': { ...PACKAGE, optional: true, os: [process.platform], cpu: [process.arch] } },
      {},
    ],
    [
      'an optional package for all other platforms is missing',
      { 'node_modules/a': { ...PACKAGE, optional: true, os: ['!none'] } },
      {},
    ],
  ])('is repeated if %s', (_title, locked, installed) => {
    install(locked, installed);
    expect(isInstallNeeded()).toBe(true);
  });
});

describe('a build', () => {
  beforeEach(() => {
    const bundler = "import fs from 'node:fs'; import path from 'node:path';";
    write('node_modules/esbuild/package.json', '{ "type": "module", "main": "main.js" }');
    write(
      'node_modules/esbuild/main.js',
      `${bundler} export function build({ outdir, outfile = path.join(outdir, 'main.js') }) {
        fs.mkdirSync(path.dirname(outfile), { recursive: true });
        fs.writeFileSync(outfile, '');
        console.log(outdir === undefined ? 'Building the command line' : 'Building the server');
      }`,
    );
    write('node_modules/tsx/package.json', '{ "type": "module", "main": "main.js" }');
    write('node_modules/tsx/main.js', '');
    write(
      'node_modules/webpack/bin/webpack.js',
      "const fs = require('node:fs'); fs.mkdirSync('dist', { recursive: true }); fs.writeFileSync('dist/index.html', '');",
    );
    for (const file of ['server/src/main.ts', 'src/domain/names.ts', 'src/main.tsx', 'public/index.html'])
      write(file, '');
    for (const file of ['webpack.config.ts', 'tsconfig.json', 'tsconfig.base.json']) write(file, '');
  });

  it('builds once while the sources are the same, even in a checkout that was moved', () => {
    const first = runStep('ensureBuilt').output;
    expect(first).toContain('Building the server');
    expect(first).toContain('Building the app');
    expect(first).toContain('Building the command line');
    fs.renameSync(checkout, path.join(folder, 'moved'));
    checkout = path.join(folder, 'moved');
    expect(runStep('ensureBuilt')).toEqual({ status: 0, output: '' });
  });

  it.each(['server/src/main.ts', 'src/domain/names.ts', 'config/securityHeaders.ts', 'package-lock.json'])(
    'a build of the server is repeated after a change of %s',
    (file) => {
      runStep('ensureServerBuilt');
      write(file, '{ "changed": true }');
      expect(runStep('ensureServerBuilt').output).toContain('Building the server');
    },
  );

  it('a build of the app is repeated after a change of its sources', () => {
    runStep('ensureBuilt');
    write('src/main.tsx', 'changed');
    expect(runStep('ensureBuilt').output).toContain('Building the app');
  });
});
