#!/bin/sh
# Plays every file of a corpus that is not part of the repository: all must play to their end or be refused with a
# reason within 2 s, and those marked GAPLESS-EXACT must have exactly their true length.
#
#     dev/corpus-check.sh FOLDER
#
# FOLDER holds INDEX.tsv with the columns path, kind, exercises, true_source, mpg123_pcm_frames, ffmpeg_pcm_frames.
set -eu
folder=${1:?"name the folder of the corpus"}
cd "$(dirname "$0")/.."
TUTTI_CORPUS=$(cd "$OLDPWD" && cd "$folder" && pwd) exec swift test --filter CorpusTests
