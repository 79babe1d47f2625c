import * as v from 'valibot';
import { parseJson } from '../../lib/parseJson';
import type { MetadataDraft } from './metadataDraft';

/** What is kept of a form that was changed and not saved. */
export interface KeptDraft {
  /** The form before it was changed. */
  readonly opened: MetadataDraft;
  readonly draft: MetadataDraft;
}

const draftSchema: v.GenericSchema<unknown, MetadataDraft> = v.object({
  dataset: v.string(),
  description: v.string(),
  pixelSize: v.string(),
  physicalSpacing: v.string(),
  tissueType: v.string(),
  device: v.string(),
  physicalSections: v.string(),
  bitDepth: v.string(),
  channels: v.array(v.object({ num: v.string(), name: v.string() })),
  attributes: v.array(v.object({ name: v.string(), value: v.string() })),
});

const keptSchema: v.GenericSchema<unknown, KeptDraft> = v.object({ opened: draftSchema, draft: draftSchema });

/** The draft as it is stored. */
export function keptDraftText(kept: KeptDraft): string {
  return JSON.stringify(kept);
}

/** Reads a stored draft; undefined for anything that is none. */
export function parseKeptDraft(text: string | null): KeptDraft | undefined {
  const kept = v.safeParse(keptSchema, parseJson(text ?? ''));
  return kept.success ? kept.output : undefined;
}
