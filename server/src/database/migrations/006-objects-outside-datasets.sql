-- Leaves out the rows outside of datasets: listing those would otherwise read the rows of all
-- projects.
drop index objects_dataset;
create index objects_dataset on objects (dataset_hash) where dataset_hash is not null;
