/** What the player needs to know of a file. `url` is the media base with the reader's grant, `duration` is in seconds. */
export interface Recording {
  url: string
  videoId: string
  title: string
  isAudio: boolean
  duration: number
  /** Number of frames over all seek sprites; 0 when there are none. */
  frames: number
}

/** The addresses of a recording's media (PLAY-21). */
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
