/** Progress of ffmpeg: seconds written so far, and whether it reported its end. */
export interface Progress {
  seconds: number
  ended: boolean
}

/** Parses ffmpeg's `-progress` output in chunks of any size and calls back once per report that has a time. */
export function progressReader(onProgress: (progress: Progress) => void) {
  let rest = ''
  let seconds = 0
  return (text: string) => {
    const lines = (rest + text).split('\n')
    // Lines have about twenty characters; the limit bounds memory when a line never ends.
    rest = (lines.pop() ?? '').slice(-256)
    for (const line of lines) {
      const [key, value = ''] = line.split('=')
      if (key === 'out_time_us' && /^\d+$/.test(value.trim())) seconds = Number(value) / 1_000_000
      if (key === 'progress') onProgress({ seconds, ended: value.trim() === 'end' })
    }
  }
}
