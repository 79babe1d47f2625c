import { isFolderMarker } from '@data-manager/domain/listing/fileListing';
import { shownName } from '@data-manager/domain/names/shownName';
import { datasetFolder } from '@data-manager/domain/uploads/uploadForecast';
import { formatBytes } from '@data-manager/lib/formatBytes';
import type { Context } from './context';
import { EXIT, type ExitCode } from './exitCode';
import { findPlace, listFiles } from './places';
import type { Session } from './session';

const SIZE_WIDTH = 12;

/** `dm ls [PATH]`: the projects, the datasets of a project with its other files, or the files of a dataset or folder. */
export async function list(session: Session, { output }: Context, path: string | undefined): Promise<ExitCode> {
  if (path === undefined) {
    for (const { title, projectHash, createdAt } of session.projects) {
      output.line(`${shownName(title)}/`);
      output.event('project', { title, projectHash, createdAt });
    }
    return EXIT.done;
  }
  const place = await findPlace(session, path);
  const isProject = place.path === place.project.title;
  const inDatasets = new Set<string>();
  if (isProject) {
    for (const { dataset, datasetHash, createdAt } of place.datasets) {
      inDatasets.add(`${session.sponsorId}/${place.path}/${dataset}`);
      output.line(`${shownName(dataset)}/`);
      output.event('dataset', { title: dataset, datasetHash, createdAt });
    }
  }
  const prefix = `${session.sponsorId}/${place.path}`;
  for (const entry of await listFiles(session, place)) {
    if (isFolderMarker(entry) || inDatasets.has(datasetFolder(entry.key))) continue;
    const { key, size, lastModified, modified, etag } = entry;
    output.line(`${formatBytes(size, 'en').padStart(SIZE_WIDTH)}  ${shownName(key.slice(prefix.length + 1))}`);
    output.event('file', { key, size, lastModified, modified, etag });
  }
  return EXIT.done;
}
