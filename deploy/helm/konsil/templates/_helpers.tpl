{{- define "konsil.labelsOf" -}}
app.kubernetes.io/name: {{ ternary "konsil-worker" "konsil" (eq .role "worker") }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}
{{- define "konsil.labels" -}}
{{- include "konsil.labelsOf" (dict "root" . "role" "web") }}
{{- end }}
