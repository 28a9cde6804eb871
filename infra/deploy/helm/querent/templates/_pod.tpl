{{/* The pod of a service: dict "root" "service". */}}
{{- define "querent.pod" -}}
{{- $pods := .root.Values.pods -}}
serviceAccountName: {{ .service }}
automountServiceAccountToken: false
# Service links would set variables such as GATEWAY_PORT=tcp://….
enableServiceLinks: false
terminationGracePeriodSeconds: {{ include "querent.grace" . }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { app.kubernetes.io/name: {{ $.service }} } }
  {{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $pods.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pods.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pods.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - {{- include "querent.container" . | nindent 4 }}
volumes:
  {{- include "querent.volumes" . | nindent 2 }}
{{- end }}

{{- define "querent.container" -}}
name: service
image: {{ include "querent.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
command: [node, dist/apps/{{ .service }}/main.cjs]
ports:
  - { name: http, containerPort: 3000 }
envFrom:
  - configMapRef: { name: querent-{{ .service }} }
  {{- if and (eq .service "executor") .root.Values.secrets.databases.existingSecret }}
  - secretRef: { name: {{ .root.Values.secrets.databases.existingSecret }} }
  {{- end }}
env:
  {{- include "querent.secretVariables" . | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- if eq .service "gateway" }}
# Kubernetes removes the pod from its Service while this runs. SIGTERM follows, and then the wait of DRAIN_MS.
lifecycle:
  preStop: { exec: { command: [sleep, "5"] } }
{{- end }}
# Reading models and loading the embedder takes seconds, or a minute on a busy node.
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 60
# /healthz fails when the consumers make no progress. It does not need Redis: pods must not restart without it.
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
resources:
  {{- toYaml (index .root.Values.services .service).resources | nindent 2 }}
# The mounts are nested: the kubelet creates the folders.
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: config, mountPath: /config, readOnly: true }
  {{- range list "connections" "models" "samples" "agents" }}
  - { name: {{ . }}, mountPath: /config/{{ . }}, readOnly: true }
  {{- end }}
  {{- if .root.Values.secrets.redisTls.existingSecret }}
  - { name: redis-tls, mountPath: /etc/querent/redis-tls, readOnly: true }
  {{- end }}
{{- end }}

{{- define "querent.volumes" -}}
{{- $existing := .root.Values.config.existing }}
{{- $keys := .root.Values.secrets.apiKeys -}}
- { name: tmp, emptyDir: { sizeLimit: 256Mi } }
- name: config
  projected:
    sources:
      {{- with $existing.tenants }}
      {{- if .secret }}
      - secret: { name: {{ .secret }} }
      {{- else }}
      - configMap: { name: {{ .configMap | default "querent-config" }} }
      {{- end }}
      {{- end }}
      {{- /* Only the gateway authenticates callers. */}}
      {{- if eq .service "gateway" }}
      - secret:
          name: {{ $keys.existingSecret }}
          items: [{ key: {{ index $keys.keys "keys.yaml" }}, path: keys.yaml }]
      {{- end }}
{{- range list "connections" "models" "samples" "agents" }}
{{- $object := index $existing . }}
{{- if $object.secret }}
- { name: {{ . }}, secret: { secretName: {{ $object.secret }} } }
{{- else }}
- { name: {{ . }}, configMap: { name: {{ $object.configMap | default (printf "querent-%s" .) }} } }
{{- end }}
{{- end }}
{{- with .root.Values.secrets.redisTls.existingSecret }}
- { name: redis-tls, secret: { secretName: {{ . }} } }
{{- end }}
{{- end }}
