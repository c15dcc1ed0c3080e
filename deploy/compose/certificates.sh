#!/bin/sh
# Certificates of the proxy for a trial, signed by themselves: the browser asks once for each of the three names.
set -eu
cd "$(dirname "$0")"
mkdir -p tls
umask 077
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj /CN=konsil.localhost \
  -addext subjectAltName=DNS:konsil.localhost,DNS:praxis.konsil.localhost,DNS:bilder.konsil.localhost,DNS:betrieb.konsil.localhost \
  -keyout tls/konsil.key -out tls/konsil.pem
