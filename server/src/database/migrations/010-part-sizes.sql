-- The sizes of the parts of an upload that is being completed: an S3 storage forgets them when it completes the upload, and the receipt
-- contains them. Null for other uploads.
alter table uploads add column part_sizes jsonb;
