/** Whether tests run against two servers behind haproxy, on PostgreSQL, Ceph and a separate identity provider. */
export const usesCluster = process.env.TEST_CLUSTER === '1';
