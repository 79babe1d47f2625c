import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Images and containers in a folder, apart from those of the machine. */
export type Storage = ReturnType<typeof openStorage>;

/** Opens a storage that needs neither a kernel's file system for layers nor namespaces, which containers of CI lack. */
export function openStorage(folder: string) {
  mkdirSync(folder, { recursive: true });
  const conf = join(folder, 'storage.conf');
  const [graphroot, runroot] = [join(folder, 'images'), join(folder, 'run')];
  writeFileSync(conf, `[storage]\ndriver = "vfs"\ngraphroot = "${graphroot}"\nrunroot = "${runroot}"\n`);
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: conf, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  const buildah = (...args: readonly string[]): string =>
    execFileSync('buildah', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  return {
    env,
    /** Runs buildah and returns its output. */
    buildah,
    /** Runs a command in a new container of an image and returns its output. */
    runOnce(image: string, ...command: readonly string[]) {
      const container = buildah('from', image);
      try {
        return buildah('run', container, '--', ...command);
      } finally {
        buildah('rm', container);
      }
    },
    /** Starts a command in a container, with options of `buildah run`. */
    start: (options: readonly string[], container: string, command: readonly string[]) =>
      spawn('buildah', ['run', ...options, container, '--', ...command], {
        env,
        stdio: ['ignore', 'inherit', 'inherit'],
      }),
  };
}
