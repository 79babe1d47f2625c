-- In an order that no rename changes: lists of projects are read in pages. As one text, so that the planner does not choose it to find
-- the project with a title.
create index projects_page on projects (((sponsor_id || '/' || hash) collate "C"));
-- Finds the blobs of a sponsor's projects without reading those of others.
create index discarded_blobs_project on discarded_blobs (split_part(blob, '/', 1), blob);
