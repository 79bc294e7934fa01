// Storage keys of the parts of a recording. All parts of one recording share one prefix.

export function mediaPrefix(videoId: string): string {
  return `media/${videoId}/`
}

export function originalKey(videoId: string): string {
  return `${mediaPrefix(videoId)}original`
}

export function mediaKey(videoId: string, name: string): string {
  return mediaPrefix(videoId) + name
}

/** Speech chunks: never served, deleted with the recording. */
export function speechPrefix(videoId: string): string {
  return `speech/${videoId}/`
}

export function chunkKey(videoId: string, position: number): string {
  return `${speechPrefix(videoId)}${String(position).padStart(6, '0')}.wav`
}

/** File name of the waveform below `mediaKey`. */
export const WAVEFORM = 'waveform.json'
