// Every ffmpeg and ffprobe call on somebody's file goes through these options: it may open only that file, only as one of the
// containers we accept, and may allocate neither a huge picture nor a huge block. Without them a playlist named .mp4 is followed to
// whatever it names, and a 749 kB cover image costs 850 MB.

/** Demuxers ffmpeg may use, as ffmpeg names them; `mov` covers mp4, mov and m4a. */
export const FORMATS = ['mov', 'matroska', 'mp3', 'flac', 'wav'] as const

/** Pixels of the largest picture that is decoded (8K video is 33 million). */
export const MAX_PIXELS = 36_000_000

/** Bytes of the largest single block that ffmpeg may allocate. */
export const MAX_ALLOC = 268_435_456

/** Options that stand once, before everything else. */
export const globalGuards = ['-max_alloc', String(MAX_ALLOC)]

/** Options that stand before each `-i`. */
export const inputGuards = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  FORMATS.join(','),
  '-max_pixels',
  String(MAX_PIXELS),
]

/** A path as ffmpeg must be given it: without the prefix `-x` is an option and `a:b` a protocol. */
export const fileUrl = (path: string) => `file:${path}`
