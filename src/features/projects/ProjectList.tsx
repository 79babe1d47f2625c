import { Fragment, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { PROJECT_TABLE, readTableQuery } from '@data-manager/domain/listing/tableQuery';
import type { Project, ProjectSummary } from '@data-manager/domain/metadata/project';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { useFeature } from '../../api/configuration';
import { useListProjectsQuery, useProjectSummaries } from '../../api/projects';
import { EmptyState } from '../../ui/EmptyState';
import { numberColumn, TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { lazyPopup, lazyWithRetry } from '../../ui/lazyWithRetry';
import { RowMenu } from '../../ui/RowMenu';
import type { RowAction } from '../../ui/RowMenuPopup';
import { SearchedTable } from '../../ui/SearchedTable';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { Description, NoThumbnail, RowLink } from '../../ui/tableCells';
import { CompletenessBar } from '../../widgets/CompletenessBar';
import { NotLoaded } from '../../widgets/NotLoaded';
import { PROJECT_ACTIONS } from './ProjectMenu';
import classes from './projects.module.css';

const RenameProjectDialog = lazyPopup(() => import('./ProjectDialogs').then((module) => module.RenameProjectDialog));
const DeleteProjectDialog = lazyPopup(() => import('./ProjectDialogs').then((module) => module.DeleteProjectDialog));
/** Loaded with the first search. */
const SearchResults = lazyWithRetry(() => import('./SearchResults').then((module) => module.SearchResults));
/** The server searches for nothing shorter. */
const MIN_SEARCH_LENGTH = 2;

interface ProjectDialog {
  readonly action: RowAction;
  /** The project when the dialog was opened. */
  readonly project: Project;
}

interface ProjectListProps {
  /** Renders the thumbnail of an image. */
  readonly renderThumbnail: (entry: FileEntry) => ReactNode;
  /** The button to create the first project. */
  readonly emptyAction: ReactNode;
}

/** The sponsor's projects, searched and sorted by the query of the URL. A search finds datasets and files, too. */
export function ProjectList({ renderThumbnail, emptyAction }: ProjectListProps) {
  const { data, error, isLoading, refetch } = useListProjectsQuery();
  // Not in the row, because a row unmounts when its new title moves it out of view.
  const [dialog, setDialog] = useState<ProjectDialog>();
  const [params] = useSearchParams();
  const search = readTableQuery(params, PROJECT_TABLE).search.trim();
  const searchesAll = useFeature('search') && search.length >= MIN_SEARCH_LENGTH;
  const hasSummaries = useFeature('projects.summary');
  const summaries = useProjectSummaries();
  const columns = projectColumns(hasSummaries ? summaryColumns(summaries, renderThumbnail) : undefined, setDialog);
  const close = () => setDialog(undefined);

  if (isLoading) return <SkeletonRows />;
  if (data === undefined) return <NotLoaded title="The projects could not be loaded" query={{ error, refetch }} />;
  return (
    <div className={classes.list}>
      <SearchedTable
        label="Projects"
        noun="project"
        isMain
        table={PROJECT_TABLE}
        columns={columns}
        rows={data}
        rowId={projectId}
        rowName={projectTitle}
        textOf={projectText}
        {...(hasSummaries && { rowHeight: 44 })}
        empty={
          data.length === 0 ? (
            <EmptyState title="No projects yet" hint="Create your first project." action={emptyAction} />
          ) : (
            <EmptyState title="No project matches the search" />
          )
        }
      />
      {searchesAll && <SearchResults text={search} />}
      {dialog?.action === 'rename' && <RenameProjectDialog project={dialog.project} onClose={close} />}
      {dialog?.action === 'delete' && <DeleteProjectDialog project={dialog.project} onClose={close} />}
    </div>
  );
}

function projectId(project: Project): string {
  return project.projectHash;
}

function projectTitle(project: Project): string {
  return project.title;
}

function projectText({ title, description = '' }: Project): string {
  return `${title} ${description}`;
}

function byTitle(left: Project, right: Project): number {
  return compareNatural(left.title, right.title);
}

interface SummaryColumns {
  readonly thumbnails: GridColumn<Project>;
  readonly counts: readonly GridColumn<Project>[];
}

function projectColumns(
  summary: SummaryColumns | undefined,
  openDialog: (dialog: ProjectDialog) => void,
): readonly GridColumn<Project>[] {
  return [
    ...(summary === undefined ? [] : [summary.thumbnails]),
    {
      id: 'title',
      header: 'Title',
      compare: byTitle,
      cell: ({ sponsorId, title }, tabIndex) => (
        <RowLink to={buildPath({ sponsorId, project: title })} fw={600} tabIndex={tabIndex}>
          {title}
        </RowLink>
      ),
    },
    {
      id: 'description',
      header: 'Description',
      share: 2,
      hideBelow: 'medium',
      compare: (left, right) => compareNatural(left.description ?? '', right.description ?? '') || byTitle(left, right),
      cell: ({ description = '' }) => <Description>{description}</Description>,
    },
    ...(summary?.counts ?? []),
    {
      id: 'created',
      header: 'Added',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: summary === undefined ? 'medium' : 'wide',
      compare: (left, right) => compareNatural(left.createdAt ?? '', right.createdAt ?? '') || byTitle(left, right),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: '3rem',
      align: 'end',
      cell: (project, tabIndex) => (
        <RowMenu
          name={project.title}
          actions={PROJECT_ACTIONS}
          tabIndex={tabIndex}
          onChoose={(action) => openDialog({ action, project })}
        />
      ),
    },
  ];
}

/** @param summaries undefined until they are loaded */
function summaryColumns(
  summaries: Readonly<Record<string, ProjectSummary>> | undefined,
  renderThumbnail: ProjectListProps['renderThumbnail'],
): SummaryColumns {
  const column = numberColumn(byTitle);
  const summaryOf = ({ projectHash }: Project) => summaries?.[projectHash];
  /** Shows dots while the summaries are loading, and nothing if there is none. */
  const valueText = (project: Project, read: (summary: ProjectSummary) => ReactNode): ReactNode => {
    const summary = summaryOf(project);
    return summary === undefined ? <span>{summaries === undefined && '…'}</span> : read(summary);
  };
  return {
    thumbnails: {
      id: 'thumbnails',
      header: 'Pictures',
      isHeaderHidden: true,
      width: 'var(--app-strip-width)',
      cell: (project) => {
        const [first, ...others] = summaryOf(project)?.samples ?? [];
        return (
          <span className={classes.strip}>
            {first === undefined ? <NoThumbnail /> : renderThumbnail(first)}
            {others.map((sample) => (
              <Fragment key={sample.key}>{renderThumbnail(sample)}</Fragment>
            ))}
          </span>
        );
      },
    },
    counts: [
      {
        ...column('datasets', 'Datasets', '8.5rem', (project) => summaryOf(project)?.datasets),
        hideBelow: 'narrow',
        cell: (project) => {
          const { datasets = 0, complete } = summaryOf(project) ?? {};
          return (
            <CompletenessBar
              count={datasets === 0 || complete === undefined ? undefined : { present: complete, expected: datasets }}
            >
              {valueText(project, datasetsText)}
            </CompletenessBar>
          );
        },
      },
      {
        ...column('files', 'Files', '5rem', (project) => summaryOf(project)?.files),
        hideBelow: 'wide',
        cell: (project) => valueText(project, ({ files }) => formatCount(files)),
      },
      {
        ...column('size', 'Size', '6rem', (project) => summaryOf(project)?.size),
        hideBelow: 'narrow',
        cell: (project) => valueText(project, ({ size }) => formatBytes(size)),
      },
    ],
  };
}

function datasetsText({ datasets, complete }: ProjectSummary): string {
  if (datasets === 0 || complete === undefined) return formatCount(datasets);
  return complete === datasets
    ? `${formatCount(datasets)} complete`
    : `${formatCount(complete)} of ${formatCount(datasets)} complete`;
}
