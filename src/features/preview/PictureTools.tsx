import { ActionIcon, ActionIconGroup } from '@mantine/core';
import { IconRuler2, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
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
      <ZoomButton label="Zoom in" icon={IconZoomIn} onClick={() => onZoom(ZOOM_STEP)} />
      <ZoomButton label="Zoom out" icon={IconZoomOut} disabled={isFitted} onClick={() => onZoom(1 / ZOOM_STEP)} />
      <ZoomButton
        label="Fit to window"
        icon={IconZoomReset}
        disabled={isFitted}
        onClick={() => onChange(() => WHOLE_VIEW)}
      />
    </ActionIconGroup>
  );
}

interface ZoomButtonProps {
  readonly label: string;
  readonly icon: typeof IconZoomIn;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function ZoomButton({ label, icon: Icon, ...button }: ZoomButtonProps) {
  return (
    <ActionIcon size={24} variant="default" aria-label={label} {...button}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}

interface RulerButtonProps {
  readonly isOn: boolean;
  readonly onClick: () => void;
}

/** Switches the ruler on and off. */
export function RulerButton({ isOn, onClick }: RulerButtonProps) {
  return (
    <ActionIcon
      size={24}
      variant={isOn ? 'filled' : 'default'}
      aria-label="Ruler"
      aria-pressed={isOn}
      aria-keyshortcuts="r"
      onClick={onClick}
    >
      <IconRuler2 size={14} aria-hidden />
    </ActionIcon>
  );
}
