#!/bin/sh
# make.sh NAME: an image of Debian's own packages and this machine's Node, without a registry of images. As root; mmdebstrap and buildah.
set -eu
name=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mmdebstrap --variant=essential --include=ca-certificates,libstdc++6 --aptopt='Acquire::Retries "3"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/debian.tar"
container=$(buildah from scratch)
buildah add --quiet "$container" "$work/debian.tar" /
buildah copy --quiet "$container" "$(readlink -f "$(command -v node)")" /usr/local/bin/node
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd '["node"]' "$container"
buildah commit --quiet --format docker "$container" "$name"
buildah rm "$container" > /dev/null
