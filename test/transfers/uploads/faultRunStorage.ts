import type { Ports, PutPartRequest, PutPartResult } from '../../../src/platform/ports';
import { md5 } from '../../support/uploadFile';
import { bytesOf, fateOf } from './faultRunFiles';
import type { Ledger } from './faultRunLedger';
import type { Line } from './faultRunLine';
import type { PutFault, Schedule } from './faultRunSchedule';
import type { Script } from './faultRunScript';

const SLOW_MS = 25_000;
const SLOWEST_PUT_MS = 1_500;

/** A PUT that the page began. */
export interface PutRecord {
  readonly uploadId: string;
  readonly partNumber: number;
  readonly bytes: number;
  /** `aborted`: the page took it off the wire. `faulty`: its answer was bad, or there was none. */
  end: 'on the wire' | 'good' | 'faulty' | 'aborted';
}

interface Signed {
  readonly uploadId: string;
  readonly partNumber: number;
  /** Virtual time, milliseconds since 1970. */
  readonly expires: number;
}

interface Surroundings {
  readonly schedule: Schedule;
  readonly script: Script;
  readonly line: Line;
  readonly ledger: Ledger;
  readonly fraction: () => number;
}

/** The object storage behind presigned URLs, over a line with faults. */
export function createStorage({ schedule, script, line, ledger, fraction }: Surroundings) {
  const signed = new Map<string, Signed>();
  const puts: PutRecord[] = [];
  const used = new Set<string>();
  const violations: string[] = [];
  let outages = 0;

  const etagOf = (md5: string, fault: PutFault | undefined): string | null => {
    if (schedule.etags === 'hidden' || fault === 'etag-hidden') return null;
    if (schedule.etags === 'constant') return '"an-etag-of-another-kind"';
    return fault === 'wrong-etag' ? `"${md5.split('').reverse().join('')}-${puts.length}"` : `"${md5.toUpperCase()}"`;
  };

  const store = ({ uploadId, partNumber }: Signed, bytes: Uint8Array, fault: PutFault | undefined): PutPartResult => {
    const status = outages > 0 ? '503' : /^status-(\d+)$/.exec(fault ?? '')?.[1];
    if (status !== undefined) return refused(Number(status));
    const md5 = ledger.keepPart(uploadId, partNumber, fault === 'damaged' ? damage(bytes) : bytes);
    return md5 === undefined ? refused(404) : { kind: 'answered', status: 200, etag: etagOf(md5, fault) };
  };

  const transfer = async (
    target: Signed,
    bytes: Uint8Array,
    { body, signal, stallMs, onProgress }: PutPartRequest,
    fault: PutFault | undefined,
  ): Promise<PutPartResult> => {
    // Refused before its body is read.
    if (fault === 'url-stale' || target.expires <= Date.now()) return refused(403);
    const half = fault === 'slow' ? SLOW_MS / 2 : 50 + fraction() * SLOWEST_PUT_MS;
    for (const share of [0.5, 1]) {
      const travelled = await line.travel(half, signal);
      if (travelled !== 'arrived') return { kind: travelled === 'aborted' ? 'aborted' : 'unreachable' };
      // A browser that can't read what it sends says that the network is dead.
      if (fateOf(body) !== 'readable' && bytes.length > 0) return { kind: 'unreachable' };
      onProgress(Math.floor(bytes.length * share));
      if (fault === 'dropped') return { kind: 'unreachable' };
      if (fault === 'stalls') return stall(stallMs, signal);
    }
    const answer = store(target, bytes, fault);
    if (fault === 'answer-lost') return { kind: 'unreachable' };
    return fault === 'answer-stalls' ? stall(stallMs, signal) : answer;
  };

  const stall = async (stallMs: number, signal: AbortSignal): Promise<PutPartResult> => {
    const waited = await line.travel(stallMs, signal);
    if (waited === 'arrived') return { kind: 'stalled' };
    return { kind: waited === 'aborted' ? 'aborted' : 'unreachable' };
  };

  const putPart: Ports['putPart'] = async (request) => {
    const target = signed.get(request.url);
    if (target === undefined) throw new Error(`Nobody signed ${request.url}.`);
    if (used.has(request.url)) violations.push('a presigned URL is used twice');
    used.add(request.url);
    const bytes = bytesOf(request.body);
    const { uploadId, partNumber } = target;
    const record: PutRecord = { uploadId, partNumber, bytes: bytes.length, end: 'on the wire' };
    puts.push(record);
    const result = await transfer(target, bytes, request, script.next<PutFault>('put', schedule.puts));
    record.end = judge(result, bytes);
    return result;
  };

  return {
    putPart,
    puts,
    violations,
    sign: (uploadId: string, partNumber: number): string => {
      const url = `https://storage.test/${uploadId}/${partNumber}?signature=${signed.size}`;
      signed.set(url, { uploadId, partNumber, expires: Date.now() + schedule.urlLife });
      return url;
    },
    goDown: () => {
      outages += 1;
    },
    comeUp: () => {
      outages -= 1;
    },
  };
}

function refused(status: number): PutPartResult {
  return { kind: 'answered', status, etag: null };
}

function judge(result: PutPartResult, bytes: Uint8Array): PutRecord['end'] {
  if (result.kind === 'aborted') return 'aborted';
  const isProven = result.kind === 'answered' && result.etag?.toLowerCase() === `"${md5(bytes)}"`;
  return isProven ? 'good' : 'faulty';
}

/** Other bytes than these. */
function damage(bytes: Uint8Array): Uint8Array {
  return bytes.length === 0 ? Uint8Array.of(0) : bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
}
