import { breaksSealText } from '@data-manager/domain/jobs/sealTexts';
import { isListingComplete, listedEntries, type FileEntry } from '@data-manager/domain/listing/fileListing';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import { datasetsApi } from '../api/datasets';
import { filesApi } from '../api/files';
import { pipelinesApi } from '../api/pipelines';
import { queryErrorText, type QueryError } from '../api/queryErrorText';
import { CommandError, commandError, EXIT } from './exitCode';
import type { Session } from './session';

/** A place on the server. */
export interface Place {
  readonly project: Project;
  /** Those of the project. */
  readonly datasets: readonly Dataset[];
  readonly dataset: Dataset | undefined;
  /** `project[/dataset[/…]]`, in the spelling of the server. */
  readonly path: string;
}

/** Finds `[sponsor/]project[/dataset[/…]]`. A folder exists if it has files. */
export async function findPlace(session: Session, path: string): Promise<Place> {
  const place = await parsePlace(session, path);
  if (isTitled(place) || (await listFiles(session, place)).length > 0) return place;
  throw new CommandError(EXIT.failed, `There is no dataset or folder “${path}”.`);
}

async function parsePlace({ store, projects, sponsorId }: Session, path: string): Promise<Place> {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments[0] === sponsorId && findTitled(projects, sponsorId, ({ title }) => title) === undefined)
    segments.shift();
  const [title = '', name, ...rest] = segments;
  const project = findTitled(projects, title, (one) => one.title);
  if (project === undefined) throw new CommandError(EXIT.failed, `There is no project “${title}”.`);
  const { data: datasets, error } = await store.dispatch(
    datasetsApi.endpoints.listDatasets.initiate(project.projectHash, { subscribe: false }),
  );
  if (datasets === undefined) throw queryError(error);
  const dataset = name === undefined ? undefined : findTitled(datasets, name, (one) => one.dataset);
  const inside = name === undefined ? [] : [dataset?.dataset ?? name, ...rest];
  return { project, datasets, dataset, path: [project.title, ...inside].join('/') };
}

/** Finds the project or dataset to upload into. */
export async function findUploadPlace(session: Session, path: string): Promise<Place> {
  const place = await parsePlace(session, path);
  if (isTitled(place)) return place;
  // The server refuses places that the token does not reach.
  await listFiles(session, place);
  throw new CommandError(EXIT.failed, `“${path}” is neither a project nor a dataset.`);
}

/** Returns true for a project or dataset. */
function isTitled({ project, dataset, path }: Place): boolean {
  return path === project.title || path === `${project.title}/${dataset?.dataset ?? ''}`;
}

/** Lists the files of a place. */
export async function listFiles({ store, sponsorId }: Session, place: Place): Promise<readonly FileEntry[]> {
  const path = `${sponsorId}/${place.path}`;
  const { data, error } = await store.dispatch(filesApi.endpoints.listFiles.initiate(path, { subscribe: false }));
  if (data === undefined) throw queryError(error);
  if (data.failure !== undefined) throw commandError(data.failure);
  if (!isListingComplete(data)) throw new CommandError(EXIT.failed, 'The list of files is incomplete.');
  return listedEntries(data);
}

/** Finds the intact seal of the first sealed dataset of a project that one of the keys is in. */
export async function findSeal(
  { store, features, sponsorId }: Session,
  { project, datasets }: Place,
  keys: readonly string[],
): Promise<{ readonly datasetHash: string; readonly sealedAt: string } | undefined> {
  if (!features.includes('seal')) return undefined;
  for (const { dataset, datasetHash } of datasets) {
    if (!keys.some((key) => key.startsWith(`${sponsorId}/${project.title}/${dataset}/`))) continue;
    const run = pipelinesApi.endpoints.pipelineStatus.initiate({ pipeline: 'seal', datasetHash }, { subscribe: false });
    const { sealedAt, isBroken } = (await store.dispatch(run)).data ?? {};
    if (sealedAt !== undefined && isBroken !== true) return { datasetHash, sealedAt };
  }
  return undefined;
}

/** @throws CommandError if files with these keys would break the seal of a dataset */
export async function keepSeals(session: Session, place: Place, keys: readonly string[]): Promise<void> {
  const seal = await findSeal(session, place, keys);
  if (seal === undefined) return;
  const refusal = `${breaksSealText(seal.sealedAt)} Nothing was uploaded. Continue with --yes.`;
  throw new CommandError(EXIT.failed, refusal);
}

function queryError(error: QueryError | undefined): CommandError {
  return error !== undefined && 'kind' in error
    ? commandError(error)
    : new CommandError(EXIT.failed, queryErrorText(error));
}

function findTitled<Item>(items: readonly Item[], title: string, titleOf: (item: Item) => string): Item | undefined {
  return items.find((item) => titleOf(item).normalize('NFC') === title.normalize('NFC'));
}
