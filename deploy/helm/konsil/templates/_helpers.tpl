{{- define "konsil.labelsOf" -}}
app.kubernetes.io/name: {{ ternary "konsil" (printf "konsil-%s" .role) (or (eq .role "web") (eq .role "both")) }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}
{{- define "konsil.labels" -}}
{{- include "konsil.labelsOf" (dict "root" . "role" "web") }}
{{- end }}
{{- define "konsil.settings" -}}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
