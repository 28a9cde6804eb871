/** Values, as YAML, which the chart must refuse when they are added to an example, and the sentence of the refusal. */
export const refusals: readonly [string, RegExp][] = [
  ['image: { repository: "" }', /image\.repository is empty: set the registry and name/],
  ['secrets: { redis: { existingSecret: "" } }', /secrets\.redis\.existingSecret is empty: set the name of the Secret/],
  ['secrets: { redis: { keys: { REDIS_URL: "" } } }', /secrets\.redis\.keys\.REDIS_URL is empty: set the key/],
  ['secrets: { apiKeys: { existingSecret: "" } }', /secrets\.apiKeys\.existingSecret is empty: .* keys\.yaml/],
  ['config: { connections: null }', /config\.connections is empty: describe a connection/],
  [
    'config: { existing: { connections: { configMap: mine } } }',
    /config\.connections and config\.existing\.connections are both set/,
  ],
  [
    'config: { existing: { models: { configMap: mine, secret: mine } } }',
    /config\.existing\.models names a ConfigMap and a Secret/,
  ],
  ['settings: { LLM_BASURL: x }', /settings\.LLM_BASURL: no service reads this variable/],
  ['settings: { LLM_API_KEY: x }', /settings\.LLM_API_KEY: this variable is secret/],
  ['settings: { PORT: 80 }', /settings\.PORT: the chart sets this variable/],
  [
    'services: { chart: { settings: { MAX_BACKLOG: 1 } } }',
    /services\.chart\.settings\.MAX_BACKLOG: chart does not read/,
  ],
  ['backup: { enabled: true }', /backup\.existingClaim or backup\.redis\.existingSecret is empty: set the volume/],
  ['backup: { schedule: hourly }', /schedule/],
  ['services: { chart: { replicas: { min: 9 } } }', /services\.chart\.replicas\.min is above its max/],
  ['services: { chart: { replicas: { min: 0 } } }', /services.*chart.*replicas.*min/],
  ['networkPolicy: { enabled: true, egress: { redis: { to: [] } } }', /networkPolicy\.egress\.redis\.to is empty/],
  [
    'networkPolicy: { enabled: true, egress: { qdrant: { to: [] } } }\nsettings: { QDRANT_URL: "http://q" }',
    /networkPolicy\.egress\.qdrant\.to is empty: set the addresses that QDRANT_URL needs/,
  ],
  [
    'networkPolicy: { enabled: true, egress: { history: { to: [] } } }\nsecrets: { history: { existingSecret: h } }',
    /networkPolicy\.egress\.history\.to is empty: set the addresses that secrets\.history needs/,
  ],
  [
    'networkPolicy: { enabled: true, ingress: { callers: { from: [] } } }',
    /networkPolicy\.ingress\.callers\.from is empty/,
  ],
  [
    'ingress: { enabled: true, host: a.example }\nhttpRoute: { enabled: true, parentRefs: [{ name: g }], hostnames: [a.example] }',
    /ingress\.enabled and httpRoute\.enabled are both true/,
  ],
  ['ingress: { enabled: true, host: "" }\nhttpRoute: { enabled: false }', /ingress\.host is empty/],
  [
    'httpRoute: { enabled: true, parentRefs: [] }\ningress: { enabled: false }',
    /httpRoute\.parentRefs or httpRoute\.hostnames is empty/,
  ],
  ['replicaCount: 3', /replicaCount/],
  ['paths: [/metrics]', /paths/],
  ['autoscaling: { mode: always }', /mode/],
  ['pods: { nodeSelectors: {} }', /nodeSelectors/],
];
