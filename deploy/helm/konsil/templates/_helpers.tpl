{{- define "konsil.labels" -}}
app.kubernetes.io/name: konsil
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
