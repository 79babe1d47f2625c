/** Samples for drawing: 8 or 16 bits unchanged, anything else as 32-bit floats. Always finite. */
export type Samples = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

/** Samples returned by a decoder. */
export type RawSamples = Samples | Int8Array | Int16Array | Uint32Array | Int32Array | Float64Array | Uint8ClampedArray;
