import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDatasetComplete, representativeImage } from '@data-manager/domain/listing/datasetContents';
import { fileItem, type FileItem } from '@data-manager/domain/listing/fileListing';
import { withoutForeign } from '@data-manager/domain/listing/ownImages';
import { Type, type Static } from '@sinclair/typebox';
import { remember } from '../../common/remember';
import { within } from '../../common/within';
import type { StoredObject } from '../../database/files/storedObject';
import { nameDatasets } from '../../database/projects/datasetNames';
import { listSponsorDatasets, type Dataset } from '../../database/projects/datasets';
import { listProjects, type Project } from '../../database/projects/projects';
import { versionsOfProjects } from '../../database/projects/projectVersions';
import { batchesOf } from '../../database/sql';
import { listAllPages } from '../../objects/objectStore';
import type { Services } from '../services';

/** The contents of a project, for the list of projects. */
export const Summary = Type.Object({
  datasets: Type.Integer({ minimum: 0 }),
  complete: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Number of datasets with a readable file for every expected image. Absent while it is unknown.',
    }),
  ),
  files: Type.Integer({ minimum: 0 }),
  size: Type.Integer({ minimum: 0, description: 'Bytes of all files.' }),
  samples: Type.Array(
    Type.Object({ key: Type.String(), size: Type.Integer({ minimum: 0 }), lastModified: Type.String() }),
    { description: 'Up to three images of different datasets, or outside of all datasets.' },
  ),
});
type ProjectSummary = Static<typeof Summary>;

type NeededServices = Pick<Services, 'database' | 'objects' | 'imageChecks'>;

/** Returns the summaries of a sponsor's projects by project hash. Begins no further one when the signal aborts. */
type ProjectSummaries = (sponsorId: string, signal: AbortSignal) => Promise<Readonly<Record<string, ProjectSummary>>>;

const MAX_SAMPLES = 3;
/** Unreadable images after which a dataset counts as having no sample. */
const SAMPLE_TRIES = 5;
/** Reading the headers of all images of a large project takes longer, but only the first time. */
const IMAGE_CHECK_MS = 1_000;
/** Of projects with files. Fewer than a sponsor has would make each call list all files again. */
const MAX_REMEMBERED = 10_000;

/** Creates a function that lists the files of a project only if they or the metadata have changed since the last call. */
export function createProjectSummaries(services: NeededServices): ProjectSummaries {
  const remembered = new Map<string, { readonly version: string; readonly summary: ProjectSummary }>();
  const running = new Map<string, Promise<ProjectSummary>>();

  const find = async (
    project: Project,
    datasets: readonly Dataset[],
    files: string | undefined,
  ): Promise<ProjectSummary> => {
    if (files === undefined) return { datasets: datasets.length, complete: 0, files: 0, size: 0, samples: [] };
    const version = createHash('md5')
      .update(JSON.stringify([files, project.title, datasets]))
      .digest('base64');
    const known = remembered.get(project.projectHash);
    if (known !== undefined && known.version === version) return known.summary;
    const summary = await summarize(services, project, datasets);
    if (summary.complete === undefined) remembered.delete(project.projectHash);
    else remember(remembered, project.projectHash, { version, summary }, MAX_REMEMBERED);
    return summary;
  };

  const findOnce = (...wanted: Parameters<typeof find>): Promise<ProjectSummary> => {
    const id = wanted[0].projectHash;
    const started = running.get(id) ?? find(...wanted).finally(() => running.delete(id));
    running.set(id, started);
    return started;
  };

  return async (sponsorId, signal) => {
    const projects = await listProjects(services.database, sponsorId);
    const datasets = await listSponsorDatasets(services.database, sponsorId);
    const datasetsOf = new Map(projects.map(({ projectHash }) => [projectHash, [] as Dataset[]]));
    for (const dataset of datasets) datasetsOf.get(dataset.projectHash)?.push(dataset);
    const versions = await versionsOfProjects(services.database, [...datasetsOf.keys()]);
    const summaries: Record<string, ProjectSummary> = {};
    for (const project of projects) {
      signal.throwIfAborted();
      const { projectHash } = project;
      summaries[projectHash] = await findOnce(project, datasetsOf.get(projectHash) ?? [], versions.get(projectHash));
    }
    return summaries;
  };
}

function pathOf({ sponsorId, title }: Project): string {
  return `${sponsorId}/${title}`;
}

async function summarize(
  { database, imageChecks, objects }: NeededServices,
  project: Project,
  datasets: readonly Dataset[],
): Promise<ProjectSummary> {
  const path = pathOf(project);
  const listed = new Map(datasets.map(({ dataset }) => [dataset, [] as FileItem[]]));
  const otherImages: FileItem[] = [];
  const stored = new Map<FileItem, StoredObject>();
  let files = 0;
  let size = 0;
  for await (const page of listAllPages(objects, path)) {
    for (const object of page) {
      if (object.key.endsWith('/')) continue;
      files += 1;
      size += object.size;
      const end = object.key.indexOf('/', path.length + 1);
      const images = end < 0 ? undefined : listed.get(object.key.slice(path.length + 1, end));
      const item = fileItem(object);
      if (item.naming === undefined) continue;
      (images ?? otherImages).push(item);
      stored.set(item, object);
    }
  }
  const names = await nameDatasets(database, project.projectHash);
  const imagesOf = new Map(
    datasets.map(({ dataset, datasetHash }) => [
      dataset,
      withoutForeign(listed.get(dataset) ?? [], names.get(datasetHash)),
    ]),
  );

  const withProblem = async (image: FileItem): Promise<FileItem> => {
    const object = stored.get(image);
    const unreadable = object && (await imageChecks.problemOf(object));
    return unreadable === undefined ? image : { ...image, unreadable };
  };
  const isComplete = async (dataset: Dataset): Promise<boolean> => {
    const images = imagesOf.get(dataset.dataset) ?? [];
    // The names alone rule out most datasets.
    if (!isDatasetComplete(images, dataset)) return false;
    const checked: FileItem[] = [];
    for (const batch of batchesOf(images)) checked.push(...(await Promise.all(batch.map(withProblem))));
    return checked.every(({ unreadable }) => unreadable === undefined) || isDatasetComplete(checked, dataset);
  };
  const findSample = async (images: readonly FileItem[]): Promise<StoredObject | undefined> => {
    let rest = images;
    for (let tries = 0; tries < SAMPLE_TRIES; tries += 1) {
      const sample = representativeImage(rest);
      if (sample === undefined) return undefined;
      if ((await withProblem(sample)).unreadable === undefined) return stored.get(sample);
      rest = rest.filter((image) => image !== sample);
    }
    return undefined;
  };

  const samples: StoredObject[] = [];
  for (const images of [...imagesOf.values(), otherImages]) {
    if (samples.length === MAX_SAMPLES) break;
    const sample = await findSample(images);
    if (sample !== undefined) samples.push(sample);
  }
  const countComplete = async (): Promise<number> => {
    let complete = 0;
    for (const dataset of datasets) {
      // Assessing 100,000 images takes tens of milliseconds.
      await nextTurn();
      if (await isComplete(dataset)) complete += 1;
    }
    return complete;
  };
  const complete = await within(IMAGE_CHECK_MS, countComplete());
  return {
    datasets: datasets.length,
    ...(complete !== undefined && { complete }),
    files,
    size,
    samples,
  };
}
