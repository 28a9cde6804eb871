import type { ExportedMetrics } from './exported-metrics';

/** Labels that Prometheus adds to every series. */
const scraped = ['job', 'instance', 'namespace'];

/**
 * Series of other programs that the alerts and dashboards query, with their labels: redis_exporter 1.x,
 * postgres_exporter 0.17, Qdrant 1.17, kube-state-metrics 2, the kubelet, cert-manager 1, blackbox_exporter 0.2x.
 */
const series: Record<string, readonly string[]> = {
  up: [],
  redis_up: [],
  redis_aof_enabled: [],
  redis_aof_last_write_status: [],
  redis_aof_last_bgrewrite_status: [],
  redis_master_link_up: ['master_host', 'master_port'],
  redis_connected_slave_lag_seconds: ['slave_ip', 'slave_port', 'slave_state'],
  redis_connected_clients: [],
  redis_rejected_connections_total: [],
  redis_memory_used_bytes: [],
  redis_memory_max_bytes: [],
  redis_instance_info: ['role', 'redis_version', 'redis_mode', 'maxmemory_policy'],
  redis_commands_duration_seconds_total: ['cmd'],
  redis_commands_total: ['cmd'],
  redis_evicted_keys_total: [],
  pg_up: [],
  pg_stat_activity_count: ['datname', 'state', 'usename', 'application_name', 'server'],
  pg_settings_max_connections: ['server'],
  pg_replication_lag_seconds: [],
  pg_replication_is_replica: [],
  app_status_recovery_mode: [],
  collection_points: ['id'],
  collection_dead_replicas: [],
  rest_responses_total: ['method', 'endpoint', 'status'],
  kube_horizontalpodautoscaler_status_current_replicas: ['horizontalpodautoscaler'],
  kube_horizontalpodautoscaler_spec_max_replicas: ['horizontalpodautoscaler'],
  kube_horizontalpodautoscaler_spec_min_replicas: ['horizontalpodautoscaler'],
  kube_deployment_status_replicas_unavailable: ['deployment'],
  kubelet_volume_stats_available_bytes: ['persistentvolumeclaim'],
  kubelet_volume_stats_capacity_bytes: ['persistentvolumeclaim'],
  certmanager_certificate_expiration_timestamp_seconds: ['name'],
  probe_ssl_earliest_cert_expiry: [],
  probe_success: [],
};

export const othersMetrics: ExportedMetrics = new Map(
  Object.entries(series).map(([name, labels]) => [name, new Set([...labels, ...scraped])]),
);
