import { BLOCK_BYTES, compileMd5, MD5_FREE_AT, MD5_LANES } from './md5Module';

/** Bytes of each lane that are processed at a time. All lanes together fit into the processor's cache. */
const LANE_BYTES = 64 * 1024;
/** A lane with bytes waits at most this long for those of the other lanes. */
const PATIENCE_MS = 20;

const INITIAL_STATE = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
const PAGE_BYTES = 64 * 1024;

/** An MD5 that is computed together with up to three others. */
export interface Md5Lane {
  /** Resolves when the bytes are processed. They must not change until then. */
  readonly update: (bytes: Uint8Array) => Promise<void>;
  /** Lower-case hexadecimal. Closes the lane. */
  readonly digest: () => string;
  /** Frees the lane. The other lanes don't wait for it any more, and further bytes are ignored. */
  readonly close: () => void;
}

/** Opens a lane; undefined if all are open. */
export type OpenMd5Lane = () => Md5Lane | undefined;

interface OpenLane {
  readonly index: number;
  readonly state: Uint32Array;
  length: number;
  /** The bytes in the lane's part of the memory that are not processed yet. */
  from: number;
  to: number;
  /** Set while an update is waiting. */
  update?: { bytes: Uint8Array; readonly resolve: () => void } | undefined;
}

/**
 * Creates MD5s that are computed at the same time, which takes a quarter of the processor's time: lanes wait for each
 * other's bytes, and process as many as all of them have. Rejects if the browser does not allow it.
 */
export async function createMd5Lanes(): Promise<OpenMd5Lane> {
  const start = Math.ceil(MD5_FREE_AT / BLOCK_BYTES) * BLOCK_BYTES;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((start + MD5_LANES * LANE_BYTES) / PAGE_BYTES) });
  const compress = await compileMd5(memory);
  const bytes = new Uint8Array(memory.buffer);
  const states = new Uint32Array(memory.buffer, 0, INITIAL_STATE.length * MD5_LANES);
  const lanes: (OpenLane | undefined)[] = Array.from({ length: MD5_LANES }, () => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const addressOf = (index: number): number => start + index * LANE_BYTES;

  /** Processes the next blocks of some lanes. The states of the others are not used. */
  const processBlocks = (some: readonly OpenLane[], blocks: number): void => {
    const addresses = lanes.map((_, index) => addressOf(index)) as [number, number, number, number];
    for (const { index, state, from } of some) {
      addresses[index] = addressOf(index) + from;
      state.forEach((value, word) => (states[word * MD5_LANES + index] = value));
    }
    compress(...addresses, blocks);
    for (const lane of some) {
      lane.from += blocks * BLOCK_BYTES;
      lane.state.forEach((_, word) => (lane.state[word] = states[word * MD5_LANES + lane.index] ?? 0));
    }
  };

  /** Moves the unprocessed bytes of a lane to the start of its memory, and adds others. Returns the number added. */
  const fill = (lane: OpenLane, added: Uint8Array): number => {
    const address = addressOf(lane.index);
    bytes.copyWithin(address, address + lane.from, address + lane.to);
    lane.to -= lane.from;
    lane.from = 0;
    const fitting = added.subarray(0, LANE_BYTES - lane.to);
    bytes.set(fitting, address + lane.to);
    lane.to += fitting.length;
    return fitting.length;
  };

  /** Returns the number of whole blocks that are ready. Resolves the update if there are none any more. */
  const prepare = (lane: OpenLane): number => {
    const { update } = lane;
    if (update !== undefined && lane.to - lane.from < BLOCK_BYTES) {
      update.bytes = update.bytes.subarray(fill(lane, update.bytes));
      if (lane.to < BLOCK_BYTES) {
        lane.update = undefined;
        update.resolve();
      }
    }
    return Math.floor((lane.to - lane.from) / BLOCK_BYTES);
  };

  /** Processes what waits. Unless it is overdue, all open lanes must have bytes. */
  const processWaiting = (isOverdue: boolean): void => {
    for (;;) {
      const open = lanes.filter((lane) => lane !== undefined);
      const waiting = open.filter(({ update }) => update !== undefined);
      clearTimeout(timer);
      if (waiting.length === 0) return;
      if (waiting.length < open.length && !isOverdue) {
        timer = setTimeout(() => processWaiting(true), PATIENCE_MS);
        return;
      }
      const blocks = Math.min(...waiting.map(prepare));
      if (blocks > 0) processBlocks(waiting, blocks);
    }
  };

  /** Appends the end of an MD5's message: one bit, zeros, and the length in bits. */
  const finish = (lane: OpenLane): string => {
    const rest = lane.to - lane.from;
    const end = new Uint8Array((rest < BLOCK_BYTES - 8 ? BLOCK_BYTES : 2 * BLOCK_BYTES) - rest);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, BigInt(lane.length) * 8n, true);
    fill(lane, end);
    processBlocks([lane], lane.to / BLOCK_BYTES);
    return hexOf(lane.state);
  };

  return () => {
    const index = lanes.indexOf(undefined);
    if (index === -1) return undefined;
    const lane: OpenLane = { index, state: Uint32Array.from(INITIAL_STATE), length: 0, from: 0, to: 0 };
    lanes[index] = lane;
    const isOpen = (): boolean => lanes[index] === lane;
    const close = (): void => {
      if (!isOpen()) return;
      lanes[index] = undefined;
      lane.update?.resolve();
      processWaiting(false);
    };
    return {
      update: (added) =>
        new Promise((resolve) => {
          if (!isOpen()) {
            resolve();
            return;
          }
          lane.length += added.length;
          lane.update = { bytes: added, resolve };
          processWaiting(false);
        }),
      digest: () => {
        const md5 = finish(lane);
        close();
        return md5;
      },
      close,
    };
  };
}

function hexOf(state: Uint32Array): string {
  const view = new DataView(new ArrayBuffer(state.byteLength));
  state.forEach((word, index) => view.setUint32(index * state.BYTES_PER_ELEMENT, word, true));
  return Array.from(new Uint8Array(view.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
