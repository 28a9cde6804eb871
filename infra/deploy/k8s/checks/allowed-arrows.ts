const everyService = [
  '→ kube-system/kube-dns:53',
  '→ monitoring/ANY:4318',
  '→ querent-data/redis:6379',
  '→ querent-data/redis:26379',
  '← monitoring/ANY:3000',
];
const history = '→ querent-data/history:5432';
const vectors = '→ querent-data/qdrant:6333';
export const databases = '→ 192.0.2.0/24:5432';
export const models = '→ 198.51.100.0/24:443';
const embeddings = '→ 203.0.113.0/24:443';

/**
 * The network peers that each service may reach (`→`) and be reached from (`←`): the arrows of the architecture. The
 * ranges are those of the base's policies, which an overlay replaces by the addresses of its installation.
 */
export const allowedArrows: Readonly<Record<string, readonly string[]>> = {
  gateway: [
    ...everyService,
    '← ingress/ANY:3000',
    '← keda/keda-operator:3000',
    history,
    '→ 0.0.0.0/0 public:443',
    '→ 2000::/3:443',
  ],
  intent: [...everyService, history, vectors, embeddings],
  'schema-retrieval': [...everyService, vectors, embeddings],
  'sql-generator': [...everyService, models],
  executor: [...everyService, databases],
  chart: [...everyService, vectors, models],
};
