const everybody = [
  '→ kube-system/kube-dns:53',
  '→ monitoring/ANY:4318',
  '→ querent-data/redis:6379',
  '→ querent-data/redis:26379',
  '← monitoring/ANY:3000',
];
const vectors = '→ querent-data/qdrant:6333';
export const databases = '→ 192.0.2.0/24:5432';
export const models = '→ 198.51.100.0/24:443';
const embeddings = '→ 203.0.113.0/24:443';

/**
 * Who may reach whom: the arrows of the architecture. The ranges stand for the addresses that an installation gives.
 */
export const allowedArrows: Readonly<Record<string, readonly string[]>> = {
  gateway: [...everybody, '← ingress/ANY:3000', '→ 0.0.0.0/0 public:443', '→ 2000::/3:443'],
  intent: [...everybody, vectors, embeddings],
  'schema-retrieval': [...everybody, vectors, embeddings],
  'sql-generator': [...everybody, models],
  executor: [...everybody, databases],
  chart: [...everybody, vectors, models],
};
