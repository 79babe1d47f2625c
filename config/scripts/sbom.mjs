import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureInstalled, giveUp, NPM, root } from './steps.mjs';

const MARK = 'cdx:npm:package:development';

function readJson(name) {
  return JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
}

/** Returns npm's SBOM of all packages of the lock file. */
function listLocked() {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const { status, stdout, stderr } = spawnSync(NPM, args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  if (status !== 0) giveUp(`npm ${args.join(' ')} failed:\n${stderr}`);
  return JSON.parse(stdout);
}

/** Returns the references of the packages that are not only tools, without those for other platforms. */
function findReleased() {
  const packages = Object.entries(readJson('node_modules/.package-lock.json').packages);
  const released = packages.filter(([, one]) => !one.dev && !one.devOptional && !one.link);
  return new Set(
    released.map(([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)}@${version}`),
  );
}

/**
 * Returns a CycloneDX SBOM of a release: the app's and the server's packages, bundled or not, without the tools that build
 * and test them. `npm sbom --omit=dev` would leave out each package that a tool needs, too, such as react.
 */
function describeRelease() {
  const sbom = listLocked();
  const released = findReleased();
  const application = sbom.metadata.component;
  // npm writes the name of the folder.
  const { name: ownName, workspaces } = readJson('package.json');
  application.name = ownName;
  released.add(application['bom-ref']);
  for (const workspace of workspaces) {
    const { name, version } = readJson(`${workspace}/package.json`);
    released.add(`${name}@${version}`);
  }
  return {
    ...sbom,
    components: sbom.components
      .filter((one) => released.has(one['bom-ref']))
      // npm marks a package by one of its places, which may be below a tool.
      .map((one) => ({ ...one, properties: one.properties.filter(({ name }) => name !== MARK) })),
    dependencies: sbom.dependencies
      .filter(({ ref }) => released.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => released.has(one)) })),
  };
}

await ensureInstalled();
const file = path.resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? 'data-manager.cdx.json');
const sbom = describeRelease();
fs.writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${file} lists ${sbom.components.length} packages.`);
