import { createHash } from 'node:crypto';

/** The projects of the large sponsor, all but one of which are empty. */
export const PROJECTS = 3_000;
/** The project with all files. */
export const LARGE_PROJECT = createHash('md5').update('acme1').digest('hex');
const FILES = 100_000;
const DELETED_FILES = 20_000;
const EVENTS = 50_000;

const DATASET_COLUMNS = `(hash, project_hash, name, description, sid, tissue_type, device, bit_depth, channels, attributes)`;

/**
 * SQL that makes `acme` as large as a sponsor that has used the server for years: one of its projects has all files, in 101
 * datasets and folders. Other sponsors have as many projects.
 */
export const FILL_DATABASE = `
insert into projects (hash, sponsor_id, title, description)
  select md5(sponsor || n), sponsor, 'Old project ' || n, '' from generate_series(1, ${String(PROJECTS)}) n,
    unnest(array['acme', 'globex', 'initech']) sponsor;
insert into datasets ${DATASET_COLUMNS}
  select 'd' || n, md5('acme1'), 'Dataset ' || n, '', 'acme', '', '', 16, '[]', '{}' from generate_series(1, 100) n;
insert into datasets ${DATASET_COLUMNS}
  select 'e' || n, md5('globex' || n), 'Dataset', '', 'globex', '', '', 16, '[]', '{}' from generate_series(1, 2000) n;
insert into objects (blob, project_hash, dataset_hash, path, size, etag)
  select md5('acme1') || '/' || md5(n::text), md5('acme1'), case when n % 2 > 0 then 'd' || 1 + n % 100 end,
    case when n % 2 = 0 then 'loose' || n % 7 || '/' else '' end || 'S' || n || '.tif', 0, md5(n::text)
  from generate_series(1, ${String(FILES)}) n;
insert into receipts (blob, chain, sponsor_id, project_hash, dataset_hash, path, key, size, checksum, parts, completed_at)
  select blob, blob, 'acme', project_hash, dataset_hash, path, path, 0, etag, '[[0, ""]]', now() - random() * interval '300 days' from objects;
insert into deleted_objects (blob, sponsor_id, deleted_by, project_hash, dataset_hash, path, size, modified_at, deleted_at)
  select md5('acme1') || '/' || md5('deleted' || n), 'acme', 'someone', md5('acme1'), case when n % 2 > 0 then 'd' || 1 + n % 100 end, 'S' || n || '.old', 0, now(),
    now() - n * interval '1 second'
  from generate_series(1, ${String(DELETED_FILES)}) n;
insert into audit_log (at, sponsor_id, user_id, action, object_type, object_name)
  select now() - n * interval '1 minute', case when n % 3 = 0 then 'globex' else 'acme' end, 'someone', 'upload', 'file', 'x'
  from generate_series(1, ${String(EVENTS)}) n;
insert into audit_log (at, sponsor_id, user_id, action, object_type, object_name)
  select now() - n * interval '1 minute', 'acme', 'someone', 'rename', 'file', 'x' from generate_series(1, 20000) n;
insert into former_titles (scope, title, project_hash)
  select 'acme', 'Former ' || n, md5('acme' || n) from generate_series(1, 1000) n;
insert into pipeline_jobs (id, dataset_hash, kind, status, pyramid_id)
  select 'j' || n, 'e' || n, 'pyramid', 'DONE', 'j' || n from generate_series(1, 2000) n;
insert into uploads (id, sponsor_id, key, project_hash, path, blob)
  select 'u' || n, 'globex', 'globex/Old project 1/' || n, md5('globex1'), n::text, md5('globex1') || '/' || md5('u' || n) from generate_series(1, 900) n;
insert into uploads (id, sponsor_id, key, project_hash, path, blob, completed_at, checksum)
  select 'c' || n, 'acme', 'acme/Old project 1/' || n, md5('acme1'), n::text, md5('acme1') || '/' || md5('c' || n), now(), '' from generate_series(1, 20000) n;
insert into sessions (id, browser_id, issuer, subject, user_id, sponsor_id, is_admin, issuer_tokens, expires_at)
  select 's' || n, 'b' || n, 'i', 'x', 'u' || n, 'globex', false, '', now() + interval '1 day' from generate_series(1, 5000) n;
insert into archives (ref, sponsor_id, zip_file_name, only_down_samples, common_folder, selected_characters, status,
    total_files, total_size, archive_id, archive_size)
  select 'r' || n, 'globex', 'a.zip', false, '', 1, 'COMPLETED', 1, 1, 'a' || n, 1 from generate_series(1, 2000) n;
insert into oidc_state (model, id, payload, grant_id, uid, expires_at)
  select 'AccessToken', 'o' || n, '{}', 'g' || n, 'v' || n, now() + interval '1 day' from generate_series(1, 5000) n;
insert into discarded_blobs (blob, remove_after)
  select md5('acme1') || '/' || md5('x' || n), now() + interval '1 day' from generate_series(1, 5000) n;
`;
