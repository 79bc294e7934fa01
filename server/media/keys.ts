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

/** Prefix of the sound of all chunks. */
export const SPEECH = 'speech/'

/** The sound of the chunks of one recording: never served, removed when the run that stored it has ended. */
export function speechPrefix(videoId: string): string {
  return `${SPEECH}${videoId}/`
}

/** Each run stores its own sound, so that the removal of one run cannot meet the next one. */
export function speechRunPrefix(videoId: string, run: number): string {
  return `${speechPrefix(videoId)}${run}/`
}

export function chunkKey(videoId: string, run: number, position: number): string {
  return `${speechRunPrefix(videoId, run)}${String(position).padStart(6, '0')}.wav`
}

/** The recording and the run of a chunk's key; the run is null in keys of versions before 0041. */
export function parseChunkKey(key: string): { videoId: string; run: number | null } {
  const [, videoId = '', run, name] = key.split('/')
  return { videoId, run: name === undefined ? null : Number(run) }
}

/** File name of the waveform below `mediaKey`. */
export const WAVEFORM = 'waveform.json'
