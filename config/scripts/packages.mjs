import fs from 'node:fs';
import path from 'node:path';

function readPackages(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : undefined;
}

/** Returns the C library of Node in the words of a lock file. */
function findLibc() {
  return 'glibcVersionRuntime' in process.report.getReport().header ? 'glibc' : 'musl';
}

/** Checks a value against a list of a lock file: names that are allowed, or with `!` excluded. */
function isListed(names = [], value) {
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}

/**
 * Returns true if this platform needs an optional package. Packages that name no platform are needed only by packages for
 * others, such as WebAssembly.
 */
function isForThisPlatform({ os, cpu, libc }, ownLibc) {
  if (os === undefined && cpu === undefined) return false;
  return isListed(os, process.platform) && isListed(cpu, process.arch) && isListed(libc, ownLibc);
}

function isSame(wanted, installed) {
  // The lock file omits the addresses of packages that come from a registry.
  const isSameAddress = wanted.resolved === undefined || wanted.resolved === installed.resolved;
  return wanted.version === installed.version && wanted.integrity === installed.integrity && isSameAddress;
}

/**
 * Returns true if `node_modules` contains exactly the packages of the lock file.
 *
 * Reads npm's own list, `node_modules/.package-lock.json`, so that it does not matter who has installed them: these
 * scripts, `npm ci` by hand, or the build of an image. npm documents the list as the state of the tree ("hidden
 * lockfiles"); it writes the list last, after all packages and their scripts, and every install replaces it. A stamp of
 * our own would only know our own installs. The list can't show files that were changed by hand.
 */
export function areInstalled(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || installed === undefined) return false;
  const libc = process.platform === 'linux' ? findLibc() : undefined;
  // The other entries are the workspaces, which are folders of the checkout.
  const inModules = (packages) => Object.entries(packages).filter(([place]) => place.includes('node_modules/'));
  return (
    inModules(installed).every(([place]) => Object.hasOwn(wanted, place)) &&
    inModules(wanted).every(([place, one]) => {
      const there = installed[place];
      return there === undefined ? one.optional === true && !isForThisPlatform(one, libc) : isSame(one, there);
    })
  );
}
