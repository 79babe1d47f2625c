import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's file system that PGlite mounts. */
interface Emscripten {
  readonly NODEFS: {
    readonly realPath: (node: unknown) => string;
    readonly stream_ops: { fsync?: (stream: { readonly nfd?: number; readonly node: unknown }) => number };
  };
}

type Options = Parameters<NodeFS['init']>[1];

/** Files in a folder that PostgreSQL can flush to disk. Emscripten's own file system ignores `fsync`. */
export class DurableNodeFS extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addFsync = ({ NODEFS }: Emscripten): void => {
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) syncFolder(NODEFS.realPath(node));
        else fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] as never } };
  }
}

function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Windows and some network file systems can't flush folders.
  }
}
