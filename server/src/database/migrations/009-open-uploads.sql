-- What a client on another computer needs to continue an upload. Null if its client did not say.
alter table uploads add column file_size bigint;
alter table uploads add column part_size bigint;
