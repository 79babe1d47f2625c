-- The size in bytes of all parts but the last of a file; null if it is not known or the parts differ.
alter table objects add column part_size bigint;
