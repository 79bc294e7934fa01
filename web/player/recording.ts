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
}

/** The URLs of a recording's media (PLAY-21). */
export function mediaOf({ url, videoId }: Pick<Recording, 'url' | 'videoId'>) {
  const base = `${url.replace(/\/+$/, '')}/${encodeURIComponent(videoId)}`
  return {
    playlist: `${base}/playlist.m3u8`,
    original: `${base}/original`,
    thumbnail: `${base}/thumbnail.jpg`,
    waveform: `${base}/waveform.json`,
    sprite: (image: number) => `${base}/seek/${image}.jpg`,
  }
}
