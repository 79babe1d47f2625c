-- Without the rows outside of datasets, which their listing would otherwise read for all projects.
drop index objects_dataset;
create index objects_dataset on objects (dataset_hash) where dataset_hash is not null;
