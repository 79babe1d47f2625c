export { stopCluster as default } from './setUpCluster';
