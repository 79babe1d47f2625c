import type { Contrast } from '@data-manager/domain/pictures/contrast';

/** The settings of the section preview. */
export interface PreviewSettings {
  readonly section: number;
  readonly layer: number;
  /** Page of multi-page images, from 1. Undefined for the first one that is not empty. */
  readonly page: number | undefined;
  /** Hidden channels, ascending. */
  readonly off: readonly number[];
  /** Contrasts by channel that override the automatic contrast. */
  readonly contrasts: Readonly<Record<number, Contrast>>;
  /** True if contrasts are kept across sections. */
  readonly isLocked: boolean;
}

/** A user action, or a change of the URL. */
export type PreviewEvent =
  | {
      readonly type: 'placeChosen';
      readonly section: number;
      readonly layer?: number | undefined;
      readonly off?: readonly number[];
    }
  | { readonly type: 'pageChosen'; readonly page: number | undefined }
  | { readonly type: 'channelToggled'; readonly channel: number }
  | { readonly type: 'contrastChosen'; readonly channel: number; readonly contrast: Contrast }
  /** `automatic` is the contrast of the shown picture. */
  | { readonly type: 'automaticChosen'; readonly channel: number; readonly automatic: Contrast }
  /** `contrasts` are the contrasts that are shown. */
  | { readonly type: 'contrastsLocked'; readonly contrasts: Readonly<Record<number, Contrast>> }
  | { readonly type: 'contrastsUnlocked' };

/**
 * Without the lock, each section starts with its automatic contrast. With it, the contrasts at the time of locking are
 * kept.
 */
export function previewReducer(settings: PreviewSettings, event: PreviewEvent): PreviewSettings {
  switch (event.type) {
    case 'placeChosen':
      return {
        ...atSection(settings, event.section),
        layer: event.layer ?? settings.layer,
        off: event.off ?? settings.off,
      };
    case 'pageChosen':
      return { ...atSection(settings, settings.section), page: event.page };
    case 'channelToggled':
      return { ...settings, off: toggled(settings.off, event.channel) };
    case 'contrastChosen':
      return { ...settings, contrasts: { ...settings.contrasts, [event.channel]: event.contrast } };
    case 'automaticChosen':
      return { ...settings, contrasts: withAutomaticContrast(settings, event.channel, event.automatic) };
    case 'contrastsLocked':
      return { ...settings, isLocked: true, contrasts: { ...event.contrasts, ...settings.contrasts } };
    case 'contrastsUnlocked':
      return { ...settings, isLocked: false };
  }
}

function atSection(settings: PreviewSettings, section: number): PreviewSettings {
  return { ...settings, section, contrasts: settings.isLocked ? settings.contrasts : {} };
}

function withAutomaticContrast(
  { contrasts, isLocked }: PreviewSettings,
  channel: number,
  automatic: Contrast,
): PreviewSettings['contrasts'] {
  if (isLocked) return { ...contrasts, [channel]: automatic };
  return Object.fromEntries(Object.entries(contrasts).filter(([known]) => Number(known) !== channel));
}

function toggled(off: readonly number[], channel: number): readonly number[] {
  return off.includes(channel)
    ? off.filter((one) => one !== channel)
    : [...off, channel].sort((left, right) => left - right);
}
