{{/* Stops the rendering with a sentence for each value that is missing or contradicts another. */}}
{{- define "querent.required" -}}
{{- $mistakes := list }}
{{- $values := .Values }}
{{- if not .Values.image.repository }}
{{- $mistakes = append $mistakes "image.repository is empty: set the registry and name of the image that you built" }}
{{- end }}
{{- with .Values.secrets.redis }}
{{- if not .existingSecret }}
{{- $mistakes = append $mistakes "secrets.redis.existingSecret is empty: set the name of the Secret with the address of Redis" }}
{{- end }}
{{- range $variable := list "REDIS_URL" "GATEWAY_REDIS_URL" }}
{{- if not (index $values.secrets.redis.keys $variable) }}
{{- $mistakes = append $mistakes (printf "secrets.redis.keys.%s is empty: set the key of the Secret that holds this address of Redis" $variable) }}
{{- end }}
{{- end }}
{{- end }}
{{- if not .Values.secrets.apiKeys.existingSecret }}
{{- $mistakes = append $mistakes "secrets.apiKeys.existingSecret is empty: set the name of the Secret with keys.yaml, without which every request is refused" }}
{{- end }}
{{- with .Values.config }}
{{- if not (or .connections .existing.connections.configMap .existing.connections.secret) }}
{{- $mistakes = append $mistakes "config.connections is empty: describe a connection, or name an object in config.existing.connections" }}
{{- end }}
{{- range $folder, $object := .existing }}
{{- if and $object.configMap $object.secret }}
{{- $mistakes = append $mistakes (printf "config.existing.%s names a ConfigMap and a Secret: set one of them" $folder) }}
{{- end }}
{{- if and (or $object.configMap $object.secret) (index $values.config $folder) }}
{{- $mistakes = append $mistakes (printf "config.%s and config.existing.%s are both set: set one of them" $folder $folder) }}
{{- end }}
{{- end }}
{{- end }}
{{- $mistakes = concat $mistakes (include "querent.settingMistakes" . | fromYamlArray) (include "querent.networkMistakes" . | fromYamlArray) }}
{{- if and .Values.ingress.enabled .Values.httpRoute.enabled }}
{{- $mistakes = append $mistakes "ingress.enabled and httpRoute.enabled are both true: enable one of them" }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) }}
{{- $mistakes = append $mistakes "ingress.host is empty: set the name under which callers reach the gateway" }}
{{- end }}
{{- if and .Values.httpRoute.enabled (not (and .Values.httpRoute.parentRefs .Values.httpRoute.hostnames)) }}
{{- $mistakes = append $mistakes "httpRoute.parentRefs or httpRoute.hostnames is empty: set the Gateway and the name under which callers reach it" }}
{{- end }}
{{- with .Values.backup }}
{{- if and .enabled (not (and .existingClaim .redis.existingSecret)) }}
{{- $mistakes = append $mistakes "backup.existingClaim or backup.redis.existingSecret is empty: set the volume for the files and the Secret with the address of Redis" }}
{{- end }}
{{- end }}
{{- range $service, $own := .Values.services }}
{{- if gt (int $own.replicas.min) (int $own.replicas.max) }}
{{- $mistakes = append $mistakes (printf "services.%s.replicas.min is above its max" $service) }}
{{- end }}
{{- end }}
{{- if $mistakes }}
{{- fail (printf "\n  - %s\n" (join "\n  - " $mistakes)) }}
{{- end }}
{{- end }}

{{/* Variables that no service reads, or that the chart sets itself. */}}
{{- define "querent.settingMistakes" -}}
{{- $reads := include "querent.reads" . | fromYaml }}
{{- $secret := list }}
{{- range omit .Values.secrets "redisTls" "apiKeys" "databases" }}{{ $secret = concat $secret (keys .keys) }}{{ end }}
{{- $fixed := concat (list "HOST" "PORT" "QUERENT_CONFIG_DIR") (keys .Values.secrets.redisTls.keys) }}
{{- $all := list }}
{{- range $reads }}{{ $all = concat $all . }}{{ end }}
{{- $groups := dict "settings" (dict "given" .Values.settings "read" $all "reader" "no service reads this variable") }}
{{- range $service, $own := .Values.services }}
{{- $group := dict "given" ($own.settings | default dict) "read" (index $reads $service) "reader" (printf "%s does not read this variable" $service) }}
{{- $_ := set $groups (printf "services.%s.settings" $service) $group }}
{{- end }}
{{- range $path, $group := $groups }}
{{- range $variable, $_ := $group.given }}
{{- if has $variable $secret }}
- {{ printf "%s.%s: this variable is secret, so it comes from an existing Secret: see secrets" $path $variable | quote }}
{{- else if has $variable $fixed }}
- {{ printf "%s.%s: the chart sets this variable" $path $variable | quote }}
{{- else if not (has $variable $group.read) }}
- {{ printf "%s.%s: %s" $path $variable $group.reader | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Peers without which a service does not reach what its variables name. */}}
{{- define "querent.networkMistakes" -}}
{{- if .Values.networkPolicy.enabled }}
{{- $given := deepCopy .Values.settings }}
{{- range .Values.services }}{{ $given = merge $given (.settings | default dict) }}{{ end }}
{{- $needs := dict "redis" (list) "databases" (list) "qdrant" (list "QDRANT_URL") "languageModels" (list "LLM_BASE_URL" "SQL_LLM_BASE_URL") "embeddings" (list "EMBEDDINGS_BASE_URL") "tracing" (list "OTEL_EXPORTER_OTLP_ENDPOINT") }}
{{- range $peer, $variables := $needs }}
{{- $used := not $variables }}
{{- range $variables }}{{ if index $given . }}{{ $used = true }}{{ end }}{{ end }}
{{- if and $used (not (index $.Values.networkPolicy.egress $peer).to) }}
- {{ printf "networkPolicy.egress.%s.to is empty: set the addresses%s, or networkPolicy.enabled to false" $peer (ternary "" (printf " that %s needs" (join " or " $variables)) (empty $variables)) | quote }}
{{- end }}
{{- end }}
{{- if and .Values.secrets.history.existingSecret (not .Values.networkPolicy.egress.history.to) }}
- "networkPolicy.egress.history.to is empty: set the addresses that secrets.history needs, or networkPolicy.enabled to false"
{{- end }}
{{- if not .Values.networkPolicy.ingress.callers.from }}
- "networkPolicy.ingress.callers.from is empty: set the pods that may call the gateway, such as those of your ingress controller"
{{- end }}
{{- end }}
{{- end }}
