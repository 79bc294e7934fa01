// One MediaRecorder, which writes one segment of the recording. It cannot be restarted after its end.

/** Milliseconds of a piece. */
const PIECE_MS = 1_000
/** Time in which a recorder hands out its last piece. One that does not is broken. */
const END_TIMEOUT_MS = 2_000

export interface Segment {
  readonly mime: string
  readonly hasVideo: boolean
  /** ISO 8601. */
  readonly startedAt: string
  pause: () => void
  resume: () => void
  /** Resolves after the last piece. */
  end: () => Promise<void>
}

export interface SegmentEvents {
  onPiece: (bytes: Blob) => void
  /** MediaRecorder stopped without a call, or failed. */
  onBroken: () => void
}

export function startSegment(
  stream: MediaStream,
  options: MediaRecorderOptions & { mimeType: string },
  { onPiece, onBroken }: SegmentEvents,
): Segment {
  const recorder = new MediaRecorder(stream, options)
  let isEnded = false
  let isEnding = false
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (!isEnded && data.size > 0) onPiece(data)
  })
  const report = () => {
    if (!isEnded && !isEnding) onBroken()
  }
  recorder.addEventListener('error', report)
  recorder.addEventListener('stop', report)
  recorder.start(PIECE_MS)

  return {
    mime: recorder.mimeType || options.mimeType,
    hasVideo: stream.getVideoTracks().length > 0,
    startedAt: new Date().toISOString(),
    pause: () => {
      if (recorder.state !== 'recording') return
      recorder.requestData()
      recorder.pause()
    },
    resume: () => {
      if (recorder.state === 'paused') recorder.resume()
    },
    end: async () => {
      isEnding = true
      if (recorder.state !== 'inactive')
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, END_TIMEOUT_MS)
          recorder.addEventListener('stop', () => {
            clearTimeout(timer)
            resolve()
          })
          recorder.stop()
        })
      isEnded = true
    },
  }
}
