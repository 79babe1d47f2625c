import fs from 'node:fs';
import path from 'node:path';
import { plainTiff } from './tiffs';

/** The numbers of a realistic day. */
interface ScanDay {
  readonly dataset: string;
  readonly sections: number;
  readonly layers: number;
  readonly channels: number;
}

/** What is wrong with the files of a day. Each image belongs to one group. */
interface ScanDayTroubles {
  readonly missing: readonly string[];
  /** Scanned again into the folder `rescans`. */
  readonly rescanned: readonly string[];
  /** With separators or digits of their own. */
  readonly misnamed: readonly string[];
  readonly empty: string;
  readonly truncated: string;
  /** Images that the server has with another content. */
  readonly changed: readonly string[];
}

/** A folder as a microscope leaves it. */
export interface ScanDayFolder extends ScanDayTroubles {
  readonly folder: string;
  /** Number of files in the folder. */
  readonly files: number;
}

/** Returns the valid name of an image. */
function imageName(dataset: string, section: number, layer: number, channel: number): string {
  return `${dataset}_S${String(section).padStart(6, '0')}_L0${layer}_ch0${channel}.tif`;
}

/** Returns a complete image of a few pixels. The same seed gives the same bytes. */
export function tinyTiff(seed: number): Uint8Array {
  const values = Array.from({ length: 8 }, (_, index) => (seed * 31 + index * 97) % 65_536);
  return new Uint8Array(plainTiff({ width: 4, height: 2, values, bits: 16 }));
}

/**
 * Writes the images of a day into a folder with the name of the dataset: 6 are missing, 2 scanned twice, 3 misnamed, 1 is empty
 * and 1 truncated. The sections must be at least 60.
 */
export function writeScanDay(parent: string, { dataset, sections, layers, channels }: ScanDay): ScanDayFolder {
  const folder = path.join(parent, dataset);
  fs.mkdirSync(path.join(folder, 'rescans'), { recursive: true });
  const at = (section: number, layer = 1, channel = 1) => imageName(dataset, section, layer, channel);
  const troubles: ScanDayTroubles = {
    missing: [20, 21, 22].flatMap((section) => [at(section, 1, 1), at(section, 1, 2)]),
    rescanned: [at(30), at(31)],
    misnamed: [at(51, 1, 2), at(52), at(53)],
    empty: at(40),
    truncated: at(41),
    changed: [1, 2, 3, 4, 5].map((section) => at(section)),
  };
  const wrongNames = [`${dataset}-S000051-L01-ch02.tif`, `${dataset}_s52_l1_CH1.tif`, `${dataset}_S53_L1_ch1.tif`];
  let files = 0;
  const write = (name: string, bytes: Uint8Array): void => {
    fs.writeFileSync(path.join(folder, name), bytes);
    files += 1;
  };
  let seed = 0;
  for (let section = 1; section <= sections; section += 1) {
    for (let layer = 1; layer <= layers; layer += 1) {
      for (let channel = 1; channel <= channels; channel += 1) {
        const name = at(section, layer, channel);
        const bytes = tinyTiff((seed += 1));
        if (troubles.missing.includes(name)) continue;
        if (name === troubles.empty) write(name, new Uint8Array());
        else if (name === troubles.truncated) write(name, bytes.subarray(0, -10));
        else write(wrongNames[troubles.misnamed.indexOf(name)] ?? name, bytes);
        if (troubles.rescanned.includes(name)) write(`rescans/${name}`, tinyTiff(seed + 50_000));
      }
    }
  }
  return { folder, files, ...troubles };
}
