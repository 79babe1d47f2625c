/** One value for each pixel of a picture, for drawing: 8 or 16 bits unchanged, anything else as 32-bit floats. Always finite. */
export type Plane = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

/** What a decoder returns for a plane. */
export type RawPlane = Plane | Int8Array | Int16Array | Uint32Array | Int32Array | Float64Array | Uint8ClampedArray;
