import { drawnTiff } from './drawnTiff';
import type { Session } from './signIn';
import { until } from './until';
import { putPart, startUpload, uploadFile, urlOfPart } from './uploadFile';

/** The content of a file: an image in one part. */
export const IMAGE = drawnTiff(20_000, 1);

/** Creates unique data of a sponsor, together with everything that contains it. */
export type DataMaker = ReturnType<typeof createDataMaker>;

/** @param name Begins the titles of the projects; different in files of tests that share a backend. */
export function createDataMaker(session: Session, name: string) {
  const { sponsorId } = session;
  let made = 0;
  const newTitle = (): string => `${name} ${String((made += 1))}`;

  async function project() {
    const title = newTitle();
    const { projectHash: hash } = await session.make<{ projectHash: string }>('/project', { title });
    return { hash, title };
  }

  async function dataset() {
    const { hash, title } = await project();
    const made = await session.make<{ datasetHash: string }>('/dataset', { projectHash: hash, dataset: 'TC042' });
    return { hash: made.datasetHash, path: `${sponsorId}/${title}/TC042` };
  }

  async function file() {
    const { path, hash } = await dataset();
    const key = `${path}/TC042_S000001_L01_ch01.tif`;
    await uploadFile(session, key, [IMAGE]);
    return { key, datasetHash: hash };
  }

  return {
    newTitle,
    project,
    dataset,
    file,
    /** An incomplete upload with one part. */
    async upload() {
      const key = `${(await dataset()).path}/a.tif`;
      const uploadId = await startUpload(session, key);
      await putPart(await urlOfPart(session, key, uploadId, 1), IMAGE);
      return { key, uploadId };
    },
    /** A finished archive. Its id is empty in an S3 storage. */
    async archive() {
      const order = { onlyDownSamples: false, files: [(await file()).key], zipFileName: 'a.zip' };
      const { ref } = await session.make<{ ref: string }>('/download', order);
      return until('the archive is ready', async () => {
        const { body } = await session.call<{ url?: string }>('GET', `/download/progress/${ref}`);
        if (body.url === undefined) return undefined;
        const [, archiveId = ''] = /\/archives\/([^/]+)\//.exec(body.url) ?? [];
        return { ref, archiveId };
      });
    },
    async viewer() {
      const { datasetHash: hash } = await file();
      await session.make(`/pipeline/pyramid/${hash}`, {});
      return until('the images for the viewer are built', async () => {
        const { body } = await session.call<{ viewerUrl?: string }>('GET', `/pipeline/pyramid/${hash}`);
        if (body.viewerUrl === undefined) return undefined;
        const manifest = (await (await fetch(`${body.viewerUrl}manifest.json`)).json()) as { tiles: { path: string } };
        return { hash, pyramidId: manifest.tiles.path.replace('tiles/', '') };
      });
    },
  };
}
