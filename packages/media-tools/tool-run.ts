/** 16-bit little-endian samples, channels interleaved, as ffmpeg writes the speech track. */
export interface PcmFormat {
  sampleRate: number
  channels: 1 | 2
}

/**
 * One call of a media program, as data. It runs in its own working folder; all output paths are relative to that
 * folder.
 */
export interface ToolRun {
  program: 'ffmpeg' | 'ffprobe'
  args: string[]
  /** Folders to create in the working folder before the start. */
  folders: string[]
  /** Set when standard output is the speech track, which is read as a stream. */
  pcm: PcmFormat | null
  /** True when file descriptor 3 carries ffmpeg's machine-readable progress. */
  progress: boolean
}
