// Storage keys of the parts of a recording. All parts of one recording share one prefix.

export const mediaPrefix = (videoId: string): string => `media/${videoId}/`
export const originalKey = (videoId: string): string => `${mediaPrefix(videoId)}original`
export const mediaKey = (videoId: string, name: string): string => mediaPrefix(videoId) + name
/** Speech chunks: never served, deleted with the recording. */
export const speechPrefix = (videoId: string): string => `speech/${videoId}/`
export const chunkKey = (videoId: string, position: number): string =>
  `${speechPrefix(videoId)}${String(position).padStart(6, '0')}.wav`

/** File name of the waveform below `mediaKey`. */
export const WAVEFORM = 'waveform.json'
