-- In an order that no rename changes: lists of datasets are read in pages. As one text, so that the planner does not choose it to find
-- the dataset with a name.
create index datasets_page on datasets (((project_hash || '/' || hash) collate "C"));
