/*
 * WebAssembly code that computes four MD5s at the same time, each in one lane of the SIMD registers. One step of an MD5
 * has to wait for the one before, so four of them take as long as one.
 */

/** Number of MD5s computed at the same time. */
export const MD5_LANES = 4;
/** MD5 processes whole blocks. */
export const BLOCK_BYTES = 64;

const WORD_BYTES = 4;
/** Bytes of a SIMD register: one word of each lane. */
const VECTOR_BYTES = MD5_LANES * WORD_BYTES;
const WORDS = BLOCK_BYTES / WORD_BYTES;
const STEPS = 64;
const STATE_WORDS = 4;

/** The states come first in the memory, word by word with the lanes next to each other, then the constants. */
const CONSTANTS_AT = STATE_WORDS * VECTOR_BYTES;
/** Start of the memory that the code does not use. */
export const MD5_FREE_AT = CONSTANTS_AT + STEPS * VECTOR_BYTES;

/** A piece of code: opcodes and their operands. */
type Code = readonly number[];

/** Encodes a number of at most seven bits per byte, the lowest first. */
function leb(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

const simd = (opcode: number): Code => [0xfd, ...leb(opcode)];
const get = (local: number): Code => [0x20, ...leb(local)];
const set = (local: number): Code => [0x21, ...leb(local)];
const tee = (local: number): Code => [0x22, ...leb(local)];
/** Pushes a constant below 64. */
const i32 = (value: number): Code => [0x41, value];
const ADD_I32: Code = [0x6a];
const SUBTRACT_I32: Code = [0x6b];
const LOOP: Code = [0x03, 0x40];
const BRANCH_IF: Code = [0x0d, 0];
const END: Code = [0x0b];

const load = (offset: number): Code => [...simd(0x00), 4, ...leb(offset)];
const store = (offset: number): Code => [...simd(0x0b), 4, ...leb(offset)];
const NOT = simd(0x4d);
const AND = simd(0x4e);
const OR = simd(0x50);
const XOR = simd(0x51);
const SHIFT_LEFT = simd(0xab);
const SHIFT_RIGHT = simd(0xad);
const ADD = simd(0xae);
/** Picks four of the eight words in two registers. */
const pick = (...words: readonly number[]): Code => [
  ...simd(0x0d),
  ...words.flatMap((word) => [0, 1, 2, 3].map((byte) => word * WORD_BYTES + byte)),
];

/** Parameters of the function: the address of each lane's bytes, and the number of blocks. */
const BLOCKS = MD5_LANES;
const STATE = BLOCKS + 1;
const STATE_BEFORE = STATE + STATE_WORDS;
const MESSAGE = STATE_BEFORE + STATE_WORDS;
const SPARE = MESSAGE + WORDS;
const VECTORS = 2 * STATE_WORDS + WORDS + 2 * MD5_LANES;

/** Loads four words of each lane and transposes them, so that each register has the same word of all lanes. */
function loadMessage(group: number): Code {
  const [first, second, third, fourth, low, lowOfOthers, high, highOfOthers] = Array.from(
    { length: 2 * MD5_LANES },
    (_, index) => SPARE + index,
  ) as [number, number, number, number, number, number, number, number];
  const mix = (left: number, right: number, words: Code, target: number): Code => [
    ...[...get(left), ...get(right)],
    ...[...words, ...set(target)],
  ];
  const target = MESSAGE + group * MD5_LANES;
  return [
    ...[first, second, third, fourth].flatMap((register, lane) => [
      ...get(lane),
      ...load(group * VECTOR_BYTES),
      ...set(register),
    ]),
    ...mix(first, second, pick(0, 4, 1, 5), low),
    ...mix(third, fourth, pick(0, 4, 1, 5), lowOfOthers),
    ...mix(first, second, pick(2, 6, 3, 7), high),
    ...mix(third, fourth, pick(2, 6, 3, 7), highOfOthers),
    ...mix(low, lowOfOthers, pick(0, 1, 4, 5), target),
    ...mix(low, lowOfOthers, pick(2, 3, 6, 7), target + 1),
    ...mix(high, highOfOthers, pick(0, 1, 4, 5), target + 2),
    ...mix(high, highOfOthers, pick(2, 3, 6, 7), target + 3),
  ];
}

/** The four rounds of RFC 1321: the function, the order of the words, and the rotations. */
const ROUNDS: readonly {
  readonly mix: (b: number, c: number, d: number) => Code;
  readonly wordOf: (step: number) => number;
  readonly rotations: readonly [number, number, number, number];
}[] = [
  {
    mix: (b, c, d) => [...get(c), ...get(d), ...XOR, ...get(b), ...AND, ...get(d), ...XOR],
    wordOf: (step) => step,
    rotations: [7, 12, 17, 22],
  },
  {
    mix: (b, c, d) => [...get(b), ...get(c), ...XOR, ...get(d), ...AND, ...get(c), ...XOR],
    wordOf: (step) => 5 * step + 1,
    rotations: [5, 9, 14, 20],
  },
  {
    mix: (b, c, d) => [...get(b), ...get(c), ...XOR, ...get(d), ...XOR],
    wordOf: (step) => 3 * step + 5,
    rotations: [4, 11, 16, 23],
  },
  {
    mix: (b, c, d) => [...get(d), ...NOT, ...get(b), ...OR, ...get(c), ...XOR],
    wordOf: (step) => 7 * step,
    rotations: [6, 10, 15, 21],
  },
];
const STEPS_OF_ROUND = STEPS / ROUNDS.length;

function roundSteps({ mix, wordOf, rotations }: (typeof ROUNDS)[number], round: number): Code {
  return Array.from({ length: STEPS_OF_ROUND }, (_, index) => round * STEPS_OF_ROUND + index).flatMap((step) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((word) => STATE + ((word - step) & 3)) as [number, number, number, number];
    const rotation = rotations[step % 4] ?? 0;
    return [
      ...[...get(a), ...get(MESSAGE + (wordOf(step) % WORDS)), ...ADD],
      ...[...i32(0), ...load(CONSTANTS_AT + step * VECTOR_BYTES), ...ADD],
      ...[...mix(b, c, d), ...ADD, ...tee(SPARE)],
      ...[...i32(rotation), ...SHIFT_LEFT, ...get(SPARE), ...i32(32 - rotation), ...SHIFT_RIGHT, ...OR],
      ...[...get(b), ...ADD, ...set(a)],
    ];
  });
}

function functionBody(): Code {
  const words = [0, 1, 2, 3];
  const lanes = [0, 1, 2, 3];
  return [
    ...words.flatMap((word) => [...i32(0), ...load(word * VECTOR_BYTES), ...set(STATE + word)]),
    ...LOOP,
    ...words.flatMap((word) => [...get(STATE + word), ...set(STATE_BEFORE + word)]),
    ...[0, 1, 2, 3].flatMap(loadMessage),
    ...ROUNDS.flatMap(roundSteps),
    ...words.flatMap((word) => [...get(STATE + word), ...get(STATE_BEFORE + word), ...ADD, ...set(STATE + word)]),
    // 32 + 32, since a constant of 64 needs a second byte.
    ...lanes.flatMap((lane) => [...get(lane), ...i32(32), ...ADD_I32, ...i32(32), ...ADD_I32, ...set(lane)]),
    ...[...get(BLOCKS), ...i32(1), ...SUBTRACT_I32, ...tee(BLOCKS), ...BRANCH_IF],
    ...END,
    ...words.flatMap((word) => [...i32(0), ...get(STATE + word), ...store(word * VECTOR_BYTES)]),
    ...END,
  ];
}

/** The binary of a module that imports the memory `env.memory` and exports the function `compress`. */
function moduleBinary(): Uint8Array<ArrayBuffer> {
  const text = (name: string): Code => [name.length, ...new TextEncoder().encode(name)];
  const section = (id: number, content: Code): Code => [id, ...leb(content.length), ...content];
  const [I32, V128] = [0x7f, 0x7b];
  const code = [1, ...leb(VECTORS), V128, ...functionBody()];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, MD5_LANES + 1, ...Array.from({ length: MD5_LANES + 1 }, () => I32), 0]),
    ...section(2, [1, ...text('env'), ...text('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('compress'), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

/** Processes a number of blocks at the addresses of the four lanes, and updates the states in the memory. */
export type Compress = (first: number, second: number, third: number, fourth: number, blocks: number) => void;

/** Compiles the code for a memory. Rejects if the browser has no SIMD or its policy forbids WebAssembly. */
export async function compileMd5(memory: WebAssembly.Memory): Promise<Compress> {
  const { instance } = await WebAssembly.instantiate(moduleBinary(), { env: { memory } });
  const constants = new Uint32Array(memory.buffer, CONSTANTS_AT, STEPS * MD5_LANES);
  for (let step = 0; step < STEPS; step += 1) {
    const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
    constants.fill(constant, step * MD5_LANES, (step + 1) * MD5_LANES);
  }
  return instance.exports.compress as Compress;
}
