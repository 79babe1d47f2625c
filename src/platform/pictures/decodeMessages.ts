import * as v from 'valibot';
import type { Picture } from '@data-manager/domain/pictures/picture';

/** Sent to a decode worker: `picture` requests the samples, `image` a file that an `<img>` displays. */
export const DecodeRequest = v.object({
  blob: v.instance(Blob),
  wanted: v.picklist(['picture', 'image']),
  /** From 1. Undefined for the first page that is not empty. */
  page: v.optional(v.number()),
});

export type DecodeRequest = v.InferOutput<typeof DecodeRequest>;

const ContrastShape = v.object({ black: v.number(), white: v.number() });
const SamplesShape = v.union([
  v.instance(Uint8Array<ArrayBuffer>),
  v.instance(Uint16Array<ArrayBuffer>),
  v.instance(Float32Array<ArrayBuffer>),
]);

const SizeShape = v.object({ width: v.number(), height: v.number() });

const PictureShape: v.GenericSchema<unknown, Picture> = v.object({
  width: v.number(),
  height: v.number(),
  planes: v.array(SamplesShape),
  lowest: v.number(),
  highest: v.number(),
  auto: ContrastShape,
  histogram: v.array(v.number()),
  origin: v.optional(
    v.object({ size: v.optional(SizeShape), pages: v.optional(v.number()), page: v.optional(v.number()) }),
  ),
});

/** Sent by a decode worker; `none` if the file cannot be displayed. */
export const DecodeResponse = v.variant('kind', [
  v.object({ kind: v.literal('picture'), picture: PictureShape }),
  v.object({ kind: v.literal('image'), blob: v.instance(Blob) }),
  v.object({ kind: v.literal('none') }),
]);

export type DecodeResponse = v.InferOutput<typeof DecodeResponse>;
