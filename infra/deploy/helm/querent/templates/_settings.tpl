{{/* A number as text: YAML's 540000 must not become 5.4e+05. */}}
{{- define "querent.text" -}}
{{- if and (kindIs "float64" .) (eq (float64 (int64 .)) .) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}

{{/* The variables of one service that are in its ConfigMap, as YAML: dict "root" "service". */}}
{{- define "querent.settings" -}}
{{- $reads := index (include "querent.reads" .root | fromYaml) .service }}
{{- $fixed := dict "HOST" "0.0.0.0" "PORT" "3000" "QUERENT_CONFIG_DIR" "/config" }}
{{- $own := (index .root.Values.services .service).settings | default dict }}
{{- with .root.Values.secrets.redisTls }}
{{- if .existingSecret }}
{{- range $variable, $key := .keys }}
{{- if $key }}{{ $_ := set $fixed $variable (printf "/etc/querent/redis-tls/%s" $key) }}{{ end }}
{{- end }}
{{- end }}
{{- end }}
{{- $settings := merge dict $fixed $own .root.Values.settings }}
{{- range $variable, $value := $settings }}
{{- if has $variable $reads }}
{{ $variable }}: {{ include "querent.text" $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* Seconds in which the pods of a service must stop, as stated by its variables: dict "root" "service". */}}
{{- define "querent.grace" -}}
{{- $settings := include "querent.settings" . | fromYaml }}
{{- $milliseconds := add (int64 $settings.SHUTDOWN_TIMEOUT_MS) (int64 ($settings.DRAIN_MS | default 0)) }}
{{- /* 15 s to close pools and connections; the gateway's preStop takes 5 s before. */}}
{{- add 15 (div (add $milliseconds 999) 1000) (ternary 5 0 (eq .service "gateway")) }}
{{- end }}

{{/* Variables from Secrets, as a list of `env`: dict "root" "service". */}}
{{- define "querent.secretVariables" -}}
{{- $service := .service }}
{{- $reads := index (include "querent.reads" .root | fromYaml) $service }}
{{- range $entry, $secret := omit .root.Values.secrets "redisTls" "apiKeys" "databases" }}
{{- range $variable, $key := $secret.keys }}
{{- /* Gateways and workers are different Redis users: each receives its address as REDIS_URL. */}}
{{- $isOther := eq $variable (ternary "REDIS_URL" "GATEWAY_REDIS_URL" (eq $service "gateway")) }}
{{- $name := ternary "REDIS_URL" $variable (eq $variable "GATEWAY_REDIS_URL") }}
{{- if and $secret.existingSecret $key (has $name $reads) (not $isOther) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $secret.existingSecret }}, key: {{ $key }} }
{{- end }}
{{- end }}
{{- end }}
{{- end }}
