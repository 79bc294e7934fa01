/**
 * The data of a file that the player needs. `url` is the media base with the user's grant; `duration` is in seconds.
 */
export interface Recording {
  url: string
  videoId: string
  title: string
  isAudio: boolean
  duration: number
  /** Number of frames in all seek sprites; 0 when there are no sprites. */
  frames: number
  /** Whether these media exist: not before a recording is processed. */
  hasThumbnail: boolean
  hasWaveform: boolean
}

/** The URLs of a recording's media (PLAY-21); null for those that do not exist yet. */
export function mediaOf({
  url,
  videoId,
  hasThumbnail,
  hasWaveform,
}: Omit<Recording, 'title' | 'duration' | 'frames' | 'isAudio'>) {
  const base = `${url.replace(/\/+$/, '')}/${encodeURIComponent(videoId)}`
  return {
    playlist: `${base}/playlist.m3u8`,
    original: `${base}/original`,
    thumbnail: hasThumbnail ? `${base}/thumbnail.jpg` : null,
    waveform: hasWaveform ? `${base}/waveform.json` : null,
    sprite: (image: number) => `${base}/seek/${image}.jpg`,
  }
}
