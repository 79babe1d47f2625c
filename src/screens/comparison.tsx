import { Button } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { readListQuery } from '@data-manager/domain/listing/listQuery';
import type { Project } from '@data-manager/domain/metadata/project';
import { COMPARE_PARAM, hasFormOpen } from '@data-manager/domain/navigation/routePath';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { useFeature } from '../api/configuration';
import { useListDatasetsQuery, useUpdateDatasetMutation } from '../api/datasets';
import { useListing } from '../api/files';
import { GreyPictures } from '../features/preview/channels/channelColours';
import { EntryThumbnail } from '../features/preview/thumbnails/Thumbnail';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { SkeletonRows } from '../ui/SkeletonRows';
import { useOpenUpload } from './uploadLinks';
import { useArrivals } from './useArrivals';
import { usePlannedDatasets } from './usePlannedDatasets';

const Comparison = lazyWithRetry(
  () => import('../features/compare/Comparison').then((module) => module.Comparison),
  <SkeletonRows />,
);

function withComparison(search: string, isOpen: boolean): string {
  const params = new URLSearchParams(search);
  if (isOpen) params.set(COMPARE_PARAM, '');
  else params.delete(COMPARE_PARAM);
  return params.toString();
}

/** Location state that requests the focus. It is lost on reload, so that a reload does not move the focus. */
const FOCUS_COMPARE_BUTTON = { focus: 'compare' } as const;

export type ComparisonRoute = ReturnType<typeof useComparisonRoute>;

/** Stores in the URL whether the comparison is open. */
export function useComparisonRoute(rootPath: string) {
  const isOffered = useFeature('files.etag');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const { folder } = readListQuery(params);
  return {
    /** False if the server lists no checksums. */
    isOffered,
    isOpen: isOffered && params.has(COMPARE_PARAM),
    /** The path to compare with: that of the screen, or of the folder that its list shows. */
    path: folder === '' ? rootPath : `${rootPath}/${folder}`,
    open: () => void navigate({ pathname, search: withComparison(search, true) }),
    close: () =>
      void navigate(
        { pathname, search: withComparison(search, false) },
        { replace: true, state: FOCUS_COMPARE_BUTTON },
      ),
  };
}

/** Opens the comparison. Takes the focus back when it is closed. Disabled while the metadata form may have changes. */
export function CompareButton({ route: { isOffered, isOpen, open } }: { readonly route: ComparisonRoute }) {
  const location = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = !isOpen && requestsFocus(location.state);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  if (!isOffered || isOpen) return null;
  return (
    <Button
      ref={button}
      size="compact-sm"
      fz="xs"
      disabled={hasFormOpen(location.search)}
      leftSection={<IconFolders size={14} aria-hidden />}
      onClick={open}
    >
      Compare with a folder
    </Button>
  );
}

function requestsFocus(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focus' in state && state.focus === FOCUS_COMPARE_BUTTON.focus;
}

interface ComparisonPartProps {
  readonly project: Project;
  /** `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  /** Path of the upload screen. */
  readonly uploadPath: string;
  readonly route: ComparisonRoute;
  /** Fills the height of its parent, a flex column. */
  readonly fills?: boolean;
}

/** Replaces the content of the screen while the comparison is open. */
export function ComparisonPart({ project, rootPath, uploadPath, route, fills = false }: ComparisonPartProps) {
  const { path, close } = route;
  const datasets = usePlannedDatasets(project);
  const { search } = useLocation();
  const openUpload = useOpenUpload(uploadPath + search);
  const { listing } = useListing(rootPath);
  const arrivals = useArrivals(rootPath, listing);
  const setTotal = useSetTotal(project);
  return (
    <Comparison
      key={path}
      rootPath={rootPath}
      path={path}
      datasets={datasets}
      fills={fills}
      arrivals={arrivals}
      renderPicture={renderPicture}
      onUpload={openUpload}
      onSetTotal={setTotal}
      onClose={close}
    />
  );
}

/** Colours would hide differences. */
function renderPicture(entry: FileEntry) {
  return (
    <GreyPictures>
      <EntryThumbnail entry={entry} />
    </GreyPictures>
  );
}

/** Returns a function that changes the number of sections of a dataset. */
function useSetTotal({ projectHash }: Project) {
  const { currentData: datasets } = useListDatasetsQuery(projectHash);
  const [updateDataset] = useUpdateDatasetMutation();
  return async (path: string, physicalSections: number): Promise<boolean> => {
    const title = lastSegment(path);
    const dataset = datasets?.find((one) => one.dataset === title);
    if (dataset === undefined) return false;
    const { error } = await updateDataset({ datasetHash: dataset.datasetHash, changes: { physicalSections } });
    return error === undefined;
  };
}
