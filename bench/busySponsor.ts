import { createHash } from 'node:crypto';
import { sponsorOf } from './serverUsers';

/** The sponsor of the busy member. */
export const BUSY = sponsorOf(0);

/** The title of the project with all files of the busy sponsor. */
export const LARGE_PROJECT = 'large';
/** Its hash. */
export const LARGE_HASH = hashOf(`${BUSY} project 1`);
/** The hash of a project that is renamed. */
export const RENAMED_PROJECT = hashOf(`${BUSY} project 2`);

const DEEP_FOLDER = 'a/'.repeat(438);
const keysIn = (folder: string, first: number, length = 1_000): readonly string[] =>
  Array.from({ length }, (_, index) => `${BUSY}/${LARGE_PROJECT}/${folder}${String(first + index)}.tif`);

/** The keys of 1,000 files in a folder 440 levels deep. */
export const DEEP_KEYS = keysIn(DEEP_FOLDER, 1);
/** The keys of 1,000 files at the top of a project. */
export const SECTION_KEYS = keysIn('', 1_001);
/** The folder with the other files. */
export const LARGE_FOLDER = 'folder';
/** The keys of the files in this folder. */
export const LARGE_KEYS = keysIn(`${LARGE_FOLDER}/`, 6_001, 94_000);
/** Keys without files, as many as a request may have. */
export const MISSING_KEYS = keysIn('missing/', 1, 200_000);
/** The keys of 4 × 1,000 files in another folder. */
export const SHALLOW_KEYS = [2_001, 3_001, 4_001, 5_001].map((first) => keysIn('shallow/', first));

function hashOf(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** SQL that gives the busy sponsor 3,000 projects, 100,000 files, as many deleted ones, and 300,000 events. */
export const FILL_BUSY_SPONSOR = `
insert into projects (hash, sponsor_id, title, description, folded)
  select md5('${BUSY} project ' || n), '${BUSY}', case when n = 1 then '${LARGE_PROJECT}' else 'project ' || n end, '',
    case when n = 1 then '${LARGE_PROJECT}' else 'project ' || n end
  from generate_series(1, 3000) n;
insert into objects (blob, project_hash, path, size)
  select '${LARGE_HASH}/' || md5('file' || n), '${LARGE_HASH}',
    case when n <= 1000 then '${DEEP_FOLDER}' when n <= 2000 then ''
      when n <= 6000 then 'shallow/' else '${LARGE_FOLDER}/' end || n || '.tif', 0
  from generate_series(1, 100000) n;
insert into deleted_objects (blob, sponsor_id, project_hash, path, size, modified_at)
  select '${LARGE_HASH}/' || md5('deleted' || n), '${BUSY}', '${LARGE_HASH}', 'deleted/' || n || '.tif', 0, now()
  from generate_series(1, 100000) n;
insert into audit_log (at, sponsor_id, user_id, action, object_type, object_name)
  select now() - n * interval '1 second', '${BUSY}', 'someone', 'upload', 'file', 'x' from generate_series(1, 300000) n;
`;
