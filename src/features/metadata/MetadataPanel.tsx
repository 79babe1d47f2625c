import { Anchor, Box, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import { hasFormOpen, withFormClosed, withFormOpen } from '@data-manager/domain/navigation/routePath';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { ErrorState } from '../../ui/ErrorState';
import { isChunkLoadError, lazyWithRetry } from '../../ui/lazyWithRetry';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { MetadataView } from './MetadataView';
import type { RenderImport } from './useImport';

const MetadataForm = lazyWithRetry(
  () => import('./MetadataForm').then((module) => module.MetadataForm),
  // At least as high as the form, so that the content below it does not move when it loads.
  <Box mih="100dvh">
    <SkeletonRows />
  </Box>,
);

interface MetadataPanelProps {
  readonly project: Project;
  /** The title of the dataset or the name of the folder. */
  readonly title: string;
  /** Undefined for a folder without metadata. */
  readonly dataset: Dataset | undefined;
  readonly renderImport?: RenderImport;
}

/** Shows a dataset's metadata, or the form to edit it. */
export function MetadataPanel({ project, title, dataset, renderImport }: MetadataPanelProps) {
  const { isOpen, close, takesFocus, focusedField } = useEditRoute();
  return (
    <section aria-label="Metadata">
      {isOpen ? (
        <ErrorBoundary
          fallback={({ error }, retry) => {
            if (!isChunkLoadError(error)) throw error;
            return (
              <ErrorState
                title="The form could not be loaded"
                reason="Its code could not be loaded: you may be offline, or a newer version of the app has been installed. Try again or reload the page."
                onRetry={retry}
              />
            );
          }}
        >
          <MetadataForm
            key={`${project.projectHash}/${title}`}
            project={project}
            title={title}
            dataset={dataset}
            takesFocus={takesFocus}
            focusedField={focusedField}
            onClose={close}
            renderImport={renderImport}
          />
        </ErrorBoundary>
      ) : (
        <MetadataView dataset={dataset} />
      )}
    </section>
  );
}

/** Opens the form. Disabled while the form is open, so that the buttons beside it keep their places. */
export function EditMetadataButton({ onOpen }: { readonly onOpen: () => void }) {
  const { isOpen, open, givesFocusBack } = useEditRoute();
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = !isOpen && givesFocusBack;
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button
      ref={button}
      size="compact-sm"
      fz="xs"
      disabled={isOpen}
      leftSection={<IconPencil size={14} aria-hidden />}
      onClick={() => {
        onOpen();
        open();
      }}
    >
      Edit metadata
    </Button>
  );
}

/** Opens the form of a folder without metadata. Keeps its place while the form is open. */
export function AddMetadataButton({ onOpen }: { readonly onOpen: () => void }) {
  const { isOpen, open } = useEditRoute();
  return (
    <Button
      variant="filled"
      size="xs"
      style={isOpen ? { visibility: 'hidden' } : {}}
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => {
        onOpen();
        open();
      }}
    >
      Add metadata
    </Button>
  );
}

/** Opens the form at the total sections. Shows it if it is open already. */
export function SetTotalLink({ onOpen }: { readonly onOpen: () => void }) {
  const { open } = useEditRoute();
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      onClick={() => {
        onOpen();
        open(FOCUS_SECTIONS);
      }}
    >
      Set total sections
    </Anchor>
  );
}

/** Location states that request the focus. They are ignored after a reload, so that it does not move the focus. */
const FOCUS_EDIT_BUTTON = { focus: 'edit-metadata' } as const;
const FOCUS_SECTIONS = { focus: 'physicalSections' } as const;

/** Stores in the URL whether the form is open, so that it stays open after a reload. */
function useEditRoute() {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const isArrival = useNavigationType() !== NavigationType.Pop;
  /** @param state requests the focus for a field other than the first */
  const open = (state?: typeof FOCUS_SECTIONS) => void navigate({ pathname, search: withFormOpen(search) }, { state });
  /** @param to the dataset's path, if its title has changed */
  const close = (to = pathname) =>
    void navigate({ pathname: to, search: withFormClosed(search) }, { replace: true, state: FOCUS_EDIT_BUTTON });
  return {
    isOpen: hasFormOpen(search),
    open,
    close,
    /** True if the form was just opened: it takes the focus. */
    takesFocus: isArrival,
    /** The field that takes the focus instead of the first one. */
    focusedField: requestsFocus(location.state, FOCUS_SECTIONS) ? FOCUS_SECTIONS.focus : undefined,
    /** True if the form was just closed: the edit button takes the focus. */
    givesFocusBack: isArrival && requestsFocus(location.state, FOCUS_EDIT_BUTTON),
  };
}

function requestsFocus(state: unknown, { focus }: { readonly focus: string }): boolean {
  return typeof state === 'object' && state !== null && 'focus' in state && state.focus === focus;
}
