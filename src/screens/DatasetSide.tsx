import { Box, Skeleton, Tabs } from '@mantine/core';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { NamedDataset } from '@data-manager/domain/names/datasetNames';
import { hasFormOpen } from '@data-manager/domain/navigation/routePath';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { FileBrowser } from '../features/files/FileBrowser';
import type { RenderUpload } from '../features/files/renderUpload';
import { MetadataPanel } from '../features/metadata/MetadataPanel';
import { LIST_PICTURES } from '../features/preview/thumbnails/listPictures';
import { EmptyState } from '../ui/EmptyState';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { SkeletonRows } from '../ui/SkeletonRows';
import type { Slot } from '../ui/Slotted';
import { ArrivingFiles } from './ArrivingFiles';
import classes from './DatasetScreen.module.css';
import type { FilmstripView } from './filmstrip';
import type { DatasetPlace } from './gates';
import { ChooseToUpload } from './uploadLinks';

const MosaicImport = lazyWithRetry(
  () => import('./MosaicImport').then((module) => module.MosaicImport),
  <Skeleton height={30} width="11rem" aria-hidden />,
);

/** Returns the tab on the right. An open metadata form shows its tab, unless the user has chosen the other one since. */
export function useDatasetTab() {
  const isFormOpen = hasFormOpen(useLocation().search);
  const [chosen, setChosen] = useState<ChosenTab>({ tab: isFormOpen ? 'metadata' : 'files', isFormOpen });
  return {
    tab: isFormOpen && !chosen.isFormOpen ? 'metadata' : chosen.tab,
    choose: (tab: string | null) => setChosen({ tab, isFormOpen }),
    /** Shows the form, and after it is closed the metadata. */
    openForm: () => setChosen({ tab: 'metadata', isFormOpen: true }),
  };
}

interface ChosenTab {
  readonly tab: string | null;
  /** The form was open when the tab was chosen. */
  readonly isFormOpen: boolean;
}

interface FilesProps {
  /** The name of the dataset or folder. */
  readonly title: string;
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  /** Path of the upload screen. */
  readonly uploadPath: string;
  readonly arrivals: Arrivals;
  readonly renderUpload: RenderUpload;
  /** Where the download buttons are shown. */
  readonly actionsSlot: Slot;
}

interface DatasetSideProps extends DatasetPlace, FilesProps {
  readonly named: NamedDataset | undefined;
  readonly tab: string | null;
  readonly onTabChange: (tab: string | null) => void;
  readonly filmstrip: FilmstripView;
  /** True until the first files are loaded, or loading them has failed. */
  readonly isInitialLoad: boolean;
}

/** The files of a dataset, as a table or a filmstrip, and its metadata, each in a tab. */
export function DatasetSide({ tab, onTabChange, filmstrip, isInitialLoad, named, ...props }: DatasetSideProps) {
  const { project, title, dataset, ...shown } = props;
  const { strip, viewSwitch } = filmstrip;
  const tabsId = useId();
  const [toolbarSlot, setToolbarSlot] = useState<HTMLElement | null>(null);
  const isFiles = tab === 'files';
  return (
    <Tabs id={tabsId} value={tab} onChange={onTabChange} className={classes.side ?? ''}>
      <div className={classes.sideHead}>
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value="files">Files</Tabs.Tab>
          <Tabs.Tab value="metadata">Metadata</Tabs.Tab>
        </Tabs.List>
        {dataset !== undefined && <div hidden={!isFiles}>{viewSwitch}</div>}
        <div ref={setToolbarSlot} className={classes.toolbar} hidden={!isFiles || strip !== undefined} />
      </div>
      {/* Stays active while it is hidden: its buttons are in the title row. */}
      <div
        role="tabpanel"
        id={`${tabsId}-panel-files`}
        aria-labelledby={`${tabsId}-tab-files`}
        className={classes.panel}
        hidden={!isFiles}
      >
        {isInitialLoad && (
          <Box px="md">
            <SkeletonRows count={10} />
          </Box>
        )}
        {strip}
        {/* Shown all at once to avoid layout shifts, but mounted, because mounting it after a failure would request the files again. */}
        <div className={classes.panel} hidden={isInitialLoad || strip !== undefined}>
          <DatasetFiles {...shown} title={title} toolbarSlot={toolbarSlot} />
        </div>
      </div>
      <Tabs.Panel value="metadata" miw={0} className={classes.metadata ?? ''}>
        <MetadataPanel
          dataset={dataset}
          project={project}
          title={title}
          renderImport={(tools) => <MosaicImport {...tools} rootPath={props.rootPath} named={named} />}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The table of the files. While it is empty, it shows the files that are being uploaded. */
function DatasetFiles(props: FilesProps & { readonly toolbarSlot: Slot }) {
  const { title, rootPath, uploadPath, arrivals, ...browser } = props;
  const areArriving = arrivals.sending.length + arrivals.arrived.length > 0;
  return (
    <FileBrowser
      {...browser}
      rootPath={rootPath}
      rootTitle={title}
      isMain
      fills
      pictures={LIST_PICTURES}
      emptyState={
        areArriving ? (
          <ArrivingFiles path={rootPath} {...arrivals} />
        ) : (
          <EmptyState title="Add the first files" action={<ChooseToUpload to={uploadPath} />} />
        )
      }
      arrivals={arrivals}
      followsPreview
    />
  );
}
