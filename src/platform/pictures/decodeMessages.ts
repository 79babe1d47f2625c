import * as v from 'valibot';
import type { Picture } from '../../domain/pictures/picture';

/** What a decode worker is given: `picture` asks for the samples, `image` for something that an `<img>` shows. */
export const DecodeOrder = v.object({ blob: v.instance(Blob), wanted: v.picklist(['picture', 'image']) });

export type DecodeOrder = v.InferOutput<typeof DecodeOrder>;

const ContrastShape = v.object({ black: v.number(), white: v.number() });
const SamplesShape = v.union([
  v.instance(Uint8Array<ArrayBuffer>),
  v.instance(Uint16Array<ArrayBuffer>),
  v.instance(Float32Array<ArrayBuffer>),
]);

const PictureShape: v.GenericSchema<unknown, Picture> = v.object({
  width: v.number(),
  height: v.number(),
  planes: v.array(SamplesShape),
  lowest: v.number(),
  highest: v.number(),
  auto: ContrastShape,
  histogram: v.array(v.number()),
});

/** What it answers; `none` where it is no image that can be shown. */
export const DecodeAnswer = v.variant('kind', [
  v.object({ kind: v.literal('picture'), picture: PictureShape }),
  v.object({ kind: v.literal('image'), blob: v.instance(Blob) }),
  v.object({ kind: v.literal('none') }),
]);

export type DecodeAnswer = v.InferOutput<typeof DecodeAnswer>;
