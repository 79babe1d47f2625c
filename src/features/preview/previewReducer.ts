import type { Contrast } from '../../domain/pictures/contrast';

/** What a person has set for the preview of a dataset. */
export interface PreviewSettings {
  readonly section: number;
  readonly layer: number;
  /** Channels that are not shown, rising. */
  readonly off: readonly number[];
  /** `#rrggbb` by channel, where a person has chosen. */
  readonly colours: Readonly<Record<number, string>>;
  /** By channel, where it is not the automatic one of the picture. */
  readonly contrasts: Readonly<Record<number, Contrast>>;
  /** Contrasts stay from section to section. */
  readonly isLocked: boolean;
}

/** What a person does with it, or the address. */
export type PreviewEvent =
  | { readonly type: 'placeChosen'; readonly section: number; readonly off?: readonly number[] }
  | { readonly type: 'layerChosen'; readonly layer: number; readonly section: number }
  | { readonly type: 'channelToggled'; readonly channel: number }
  | { readonly type: 'colourChosen'; readonly channel: number; readonly colour: string }
  | { readonly type: 'contrastChosen'; readonly channel: number; readonly contrast: Contrast }
  /** `automatic` is that of the picture that is shown. */
  | { readonly type: 'automaticChosen'; readonly channel: number; readonly automatic: Contrast }
  /** With the contrasts that are shown. */
  | { readonly type: 'contrastsLocked'; readonly contrasts: Readonly<Record<number, Contrast>> }
  | { readonly type: 'contrastsUnlocked' };

/** An automatic contrast is that of the section that is shown; a locked one is that of the section where it was locked. */
export function previewReducer(settings: PreviewSettings, event: PreviewEvent): PreviewSettings {
  switch (event.type) {
    case 'placeChosen':
      return { ...elsewhere(settings, event.section), off: event.off ?? settings.off };
    case 'layerChosen':
      return { ...elsewhere(settings, event.section), layer: event.layer };
    case 'channelToggled':
      return { ...settings, off: toggled(settings.off, event.channel) };
    case 'colourChosen':
      return { ...settings, colours: { ...settings.colours, [event.channel]: event.colour } };
    case 'contrastChosen':
      return { ...settings, contrasts: { ...settings.contrasts, [event.channel]: event.contrast } };
    case 'automaticChosen':
      return { ...settings, contrasts: withAutomatic(settings, event.channel, event.automatic) };
    case 'contrastsLocked':
      return { ...settings, isLocked: true, contrasts: { ...event.contrasts, ...settings.contrasts } };
    case 'contrastsUnlocked':
      return { ...settings, isLocked: false };
  }
}

function elsewhere(settings: PreviewSettings, section: number): PreviewSettings {
  return { ...settings, section, contrasts: settings.isLocked ? settings.contrasts : {} };
}

function withAutomatic(
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
