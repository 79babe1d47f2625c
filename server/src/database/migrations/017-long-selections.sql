-- Archives whose selection is being stored in batches, so that other requests are not blocked.
alter table archives drop constraint archives_status_check;
alter table archives add constraint archives_status_check
  check (status in ('SELECTING', 'PREPARING', 'COMPLETED', 'FAILED'));
-- Compressing the keys of a long selection takes longer than writing them.
alter table archive_files alter column keys set storage external;
