#!/bin/sh
# Reads every playlist of a corpus that is not part of the repository and prints where its entries disagree with the
# corpus's index.
#
#     dev/playlist-check.sh FOLDER
#
# FOLDER holds INDEX.tsv with the columns path, kind, exercises, text_facts ("entries=12; first=..." or "tracks=1;
# locations=1; first=...").
set -eu
folder=${1:?"name the folder of the corpus"}
cd "$(dirname "$0")/.."
TUTTI_CORPUS=$(cd "$OLDPWD" && cd "$folder" && pwd) exec swift test --disable-xctest --filter PlaylistCorpusTests
