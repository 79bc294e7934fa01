/** 16-bit little-endian samples, channels interleaved, as the speech track leaves ffmpeg. */
export type PcmFormat = { sampleRate: number; channels: 1 | 2 }

/** One call of a media program, as data. It is run in a working folder of its own; all paths it writes are relative to that folder. */
export type ToolRun = {
  program: 'ffmpeg' | 'ffprobe'
  args: string[]
  /** Folders that must exist in the working folder before the start. */
  folders: string[]
  /** Set when standard output is the speech track, to be read as it comes. */
  pcm: PcmFormat | null
  /** Whether file descriptor 3 carries ffmpeg's machine-readable progress. */
  progress: boolean
}
