#!/bin/sh
# Plays every file of a corpus that is not part of the repository: all must play to their end or be refused with a
# reason within 2 s, and those marked GAPLESS-EXACT must have exactly their true length. A length that is not marked as an
# estimate must be that of what is decoded. Titles, artists and numbers of pictures must be those of the index's two
# programs where these agree. Lines that begin with "differs" tell where they do not, and whose side ours is on.
#
#     dev/corpus-check.sh FOLDER
#
# FOLDER holds INDEX.tsv with the columns path, kind, exercises, true_source, mpg123_pcm_frames, ffmpeg_pcm_frames,
# mutagen_title, mutagen_artist, mutagen_pictures, ffprobe_title, ffprobe_artist, ffprobe_pictures.
set -eu
folder=${1:?"name the folder of the corpus"}
cd "$(dirname "$0")/.."
TUTTI_CORPUS=$(cd "$OLDPWD" && cd "$folder" && pwd) exec swift test --filter "CorpusTests|TagCorpusTests"
