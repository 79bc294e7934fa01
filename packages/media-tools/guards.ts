// Options for every ffmpeg and ffprobe call on an uploaded file. ffmpeg may open only that file, only in an accepted
// container, and may not allocate a huge picture or block. Without them a playlist named .mp4 would open any path or
// URL it lists, and a 749 kB cover image would use 850 MB.

/** Demuxers that ffmpeg may use; `mov` covers mp4, mov and m4a. */
export const FORMATS = ['mov', 'matroska', 'mp3', 'flac', 'wav', 'aac'] as const

/** Pixels of the largest picture that is decoded (8K video has 33 million). */
export const MAX_PIXELS = 36_000_000

/** Size in bytes of the largest block that ffmpeg may allocate. */
export const MAX_ALLOC = 268_435_456

/** Options that come once, before all others. */
export const globalGuards = ['-max_alloc', String(MAX_ALLOC)]

/** Options that come before each `-i`. */
export const inputGuards = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  FORMATS.join(','),
  '-max_pixels',
  String(MAX_PIXELS),
]

/** Input options of a probed recording, which come directly before and include its `-i`. */
export function inputOf(path: string, { skippedBytes }: { skippedBytes: number }) {
  return [...(skippedBytes > 0 ? ['-skip_initial_bytes', String(skippedBytes)] : []), '-i', fileUrl(path)]
}

/** Path argument for ffmpeg. Without the prefix, `-x` would be an option and `a:b` a protocol. */
export function fileUrl(path: string) {
  return `file:${path}`
}
