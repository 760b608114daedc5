#!/bin/sh
# Builds a real VS Code that runs in a browser (code-server) into the folder given, from npm and Debian packages only.
# Idempotent: a finished folder is left as it is. npm's own build scripts fetch from elsewhere, so they stay off and the
# native modules are compiled here against the headers of the Node that is installed.
set -eu

folder=${1:?usage: set_up_code_server.sh FOLDER}
version=4.100.3 # the last on npm that accepts Node 20; it is VS Code 1.100.3
stamp=$folder/.ready-$version
[ -e "$stamp" ] && exit 0

packages="chromium ripgrep g++ make pkg-config libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev fonts-dejavu-core"
# shellcheck disable=SC2086
if ! dpkg -s $packages > /dev/null 2>&1; then
    if [ "$(id -u)" != 0 ]; then
        echo "install these Debian packages first: $packages" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=600 $packages > /dev/null
fi

mkdir -p "$folder"
cd "$folder"
top=$PWD
headers=$(dirname "$(dirname "$(command -v node)")")
[ -e "$headers/include/node/node.h" ] || headers=/usr
[ -e package.json ] || echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts "code-server@$version" playwright-core@1.56.1 node-gyp@11.4.2
gyp=$top/node_modules/node-gyp/bin/node-gyp.js
export npm_config_node_gyp="$gyp"

cd node_modules/code-server/lib/vscode
npm install --silent --no-audit --no-fund --omit=dev --ignore-scripts
(cd extensions && npm install --silent --no-audit --no-fund --omit=dev --ignore-scripts)
ln -sfn node_modules node_modules.asar
for module in @vscode/spdlog node-pty native-watchdog @parcel/watcher kerberos @vscode/deviceid; do
    (cd "node_modules/$module" && node "$gyp" rebuild --silent --nodedir="$headers" > build.log 2>&1) || {
        cat "node_modules/$module/build.log" >&2
        exit 1
    }
done
mkdir -p node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
cd ../../../argon2
../.bin/node-pre-gyp rebuild --silent --build-from-source --nodedir="$headers" > build.log 2>&1 || {
    cat build.log >&2
    exit 1
}
touch "$top/.ready-$version"
