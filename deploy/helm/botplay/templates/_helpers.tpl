{{/* The name of everything of a release; a role stands behind it. */}}
{{- define "botplay.name" -}}
{{- if contains "botplay" .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{- else -}}{{ printf "%s-botplay" .Release.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- define "botplay.selector" -}}
app.kubernetes.io/name: botplay
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "botplay.labels" -}}
{{ include "botplay.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* A setting as a text: numbers are not written as 1e+06. */}}
{{- define "botplay.text" -}}
{{- if kindIs "string" . -}}{{ . | quote }}{{- else -}}{{ . | toJson | quote }}{{- end -}}
{{- end -}}

{{/* The Secret with the keys of the site. */}}
{{- define "botplay.secret" -}}
{{- if .Values.secrets.existingSecret -}}{{ .Values.secrets.existingSecret }}{{- else -}}{{ include "botplay.name" . }}{{- end -}}
{{- end -}}

{{/* The role that answers calls and pages, and the one that holds what stays open. */}}
{{- define "botplay.apiRole" -}}{{ if .Values.roles.all.enabled }}all{{ else }}api{{ end }}{{- end -}}
{{- define "botplay.watchRole" -}}{{ if .Values.roles.all.enabled }}all{{ else }}watch{{ end }}{{- end -}}

{{/* Refuses values that cannot work, with what to do. */}}
{{- define "botplay.requireValues" -}}
{{- $roles := .Values.roles -}}
{{- if and (not $roles.all.enabled) (not (and $roles.api.enabled $roles.watch.enabled $roles.worker.enabled)) -}}
{{- fail "roles: enable all, or each of api, watch and worker: deadlines pass and house bots do not move without a worker." -}}
{{- end -}}
{{- if and .Values.secrets.existingSecret .Values.secrets.values -}}
{{- fail "secrets: set existingSecret or values, not both." -}}
{{- end -}}
{{- if not .Values.secrets.existingSecret -}}
{{- range $name := list "NEXTAUTH_SECRET" "ENCRYPTION_KEYS" "IDENTITY_KEY" "JWT_KEYS" -}}
{{- if not (get $.Values.secrets.values $name) -}}
{{- fail (printf "secrets: name an existingSecret, or set values.%s. `node botplay.mjs secrets` in the image prints the four that are needed." $name) -}}
{{- end -}}
{{- end -}}
{{- if not (or .Values.database.existingSecret (get .Values.secrets.values "DATABASE_URL")) -}}
{{- fail "database: name an existingSecret, or set secrets.values.DATABASE_URL. The chart has no PostgreSQL." -}}
{{- end -}}
{{- end -}}
{{- range $name, $role := $roles -}}
{{- if and $role.enabled $role.autoscaling.enabled (gt (int $role.autoscaling.minReplicas) (int $role.autoscaling.maxReplicas)) -}}
{{- fail (printf "roles.%s.autoscaling: minReplicas is above maxReplicas." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
