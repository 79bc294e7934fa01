/** How far ffmpeg is: seconds of the recording written so far, and whether it said that it ended. */
export type Progress = { seconds: number; ended: boolean }

/** Reads ffmpeg's `-progress` text as it comes, in whatever pieces, and calls back once per report that carries a time. */
export function progressReader(onProgress: (progress: Progress) => void) {
  let rest = ''
  let seconds = 0
  return (text: string) => {
    const lines = (rest + text).split('\n')
    // A line is some twenty characters; what never ends is not ffmpeg's.
    rest = (lines.pop() ?? '').slice(-256)
    for (const line of lines) {
      const [key, value = ''] = line.split('=')
      if (key === 'out_time_us' && /^\d+$/.test(value.trim())) seconds = Number(value) / 1_000_000
      if (key === 'progress') onProgress({ seconds, ended: value.trim() === 'end' })
    }
  }
}
