import { ActionIcon, ActionIconGroup } from '@mantine/core';
import { IconZoomIn, IconZoomOut, IconZoomReset, type TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { WHOLE_VIEW } from '@data-manager/domain/pictures/pictureView';
import { ZOOM_STEP, type ChangeView } from './usePictureView';

interface ZoomButtonsProps {
  /** True if the whole picture is visible. */
  readonly isFitted: boolean;
  readonly onChange: ChangeView;
  /** Zooms by a factor. */
  readonly onZoom: (factor: number) => void;
}

/** The buttons that zoom the picture. */
export function ZoomButtons({ isFitted, onChange, onZoom }: ZoomButtonsProps) {
  return (
    <ActionIconGroup>
      <ToolButton label="Zoom in" icon={IconZoomIn} onClick={() => onZoom(ZOOM_STEP)} />
      <ToolButton label="Zoom out" icon={IconZoomOut} disabled={isFitted} onClick={() => onZoom(1 / ZOOM_STEP)} />
      <ToolButton
        label="Fit to window"
        icon={IconZoomReset}
        disabled={isFitted}
        onClick={() => onChange(() => WHOLE_VIEW)}
      />
    </ActionIconGroup>
  );
}

interface ToolButtonProps extends ComponentProps<typeof ActionIcon<'button'>> {
  readonly label: string;
  readonly icon: TablerIcon;
}

/** A small button over the picture. */
export function ToolButton({ label, icon: Icon, ...button }: ToolButtonProps) {
  return (
    <ActionIcon size={24} variant="default" aria-label={label} {...button}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
