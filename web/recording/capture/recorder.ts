// Records sources in segments. A watchdog finds out that nothing is recorded although it should be: after a sleep, when the
// browser has suspended the sound, when a recorder has failed, or when all devices are gone. A new segment begins as soon as
// there is sound again. Missing time is reported, and is not part of the recording.
import type { InterruptionReason, RecordingInterruption } from '@kaiwa/contract/recordings.ts'
import { call } from '../../platform/call.ts'
import type { Sources } from '../types.ts'
import { CaptureFailure } from './capture-problem.ts'
import { elapsedSeconds, mayHaveSlept, sleptSeconds, type Times, timesNow } from './clocks.ts'
import { afterLevel, NO_SILENCE, silentSeconds } from './levels.ts'
import { recordingBits, recordingFormat } from './recording-format.ts'
import { type Segment, startSegment } from './segment.ts'
import { afterReading, isStalled, type Stall } from './stall.ts'

const TICK_MS = 250
/** Pieces come every second. A page that was frozen gets those that are waiting before it counts two ticks. */
const PIECE_TIMEOUT_MS = 5_000
const RETRY_MS = 1_000
/** Seconds counted for the last piece of a MediaRecorder that has failed. */
const LAST_PIECE_SECONDS = 1

export interface Gap {
  reason: InterruptionReason
  /** Seconds that are missing already, and since when more are. */
  seconds: number
  since: Times
}

export interface RecorderEvents {
  /** Called before the first piece of the segment. */
  onSegment: (segment: Segment) => void
  /** `end`: seconds of the whole recording up to the end of the piece. */
  onPiece: (bytes: Blob, end: number) => void
  onInterruption: (interruption: RecordingInterruption) => void
  /** After each tick and each change. */
  onChange: () => void
}

export type RecorderPhase = 'recording' | 'paused' | 'interrupted' | 'stopped'

export class Recorder {
  #sources: Sources
  readonly #events: RecorderEvents
  #segment: Segment | null = null
  /** Resolves when the segment before has ended. */
  #ending: Promise<void> = Promise.resolve()
  #isBeginning = false
  #isPaused = false
  #isStopped = false
  #gap: Gap | null
  /** Seconds of pieces that were handed out. */
  #reported: number
  /** Seconds since the last piece: up to the audio clock's `#mark`, and from there if it is not null. */
  #bank = 0
  #mark: number | null = null
  #silence = NO_SILENCE
  #stall: Stall
  #last = timesNow()
  #lastPiece = performance.now()
  #ticksSincePiece = 0
  #nextTry = 0
  #timer: ReturnType<typeof setInterval>

  /** `seconds` and `gap`: of a recording that is continued. Throws CaptureFailure if the browser has no format. */
  constructor(sources: Sources, events: RecorderEvents, { seconds, gap }: { seconds: number; gap: Gap | null }) {
    this.#sources = sources
    this.#events = events
    this.#reported = seconds
    this.#silence = { ...NO_SILENCE, since: seconds }
    this.#gap = gap
    this.#stall = this.#reading()
    this.#start()
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  get phase(): RecorderPhase {
    if (this.#isStopped) return 'stopped'
    if (this.#isPaused) return 'paused'
    return this.#segment ? 'recording' : 'interrupted'
  }

  /** Recorded seconds, without pauses. */
  get seconds(): number {
    return this.#reported + this.#unreported()
  }

  get silentSeconds(): number {
    return silentSeconds(this.#silence, this.seconds)
  }

  pause(): void {
    if (this.#isPaused || this.#isStopped) return
    this.#bank = this.#unreported()
    this.#mark = null
    if (this.#gap && !this.#segment) this.#extendGap()
    this.#isPaused = true
    this.#segment?.pause()
    this.#events.onChange()
  }

  resume(): void {
    if (!this.#isPaused || this.#isStopped) return
    this.#isPaused = false
    const now = timesNow()
    // Time in a pause is not missing.
    if (this.#gap) this.#gap.since = now
    this.#last = now
    this.#stall = this.#reading()
    if (this.#segment) {
      this.#segment.resume()
      this.#mark = this.#sources.seconds()
      this.#resetWatchdog()
    }
    this.#events.onChange()
  }

  /** Continues with other sources in a new segment. Does not close the old ones. */
  async replaceSources(sources: Sources, reason: InterruptionReason): Promise<void> {
    this.#hold(reason, 0)
    await this.#ending
    this.#sources = sources
    this.#stall = this.#reading()
    this.#nextTry = 0
    this.#tick()
  }

  /** Resolves when the last piece was handed out. */
  async stop(): Promise<void> {
    if (!this.#isStopped) {
      clearInterval(this.#timer)
      this.#hold('recorder', 0)
      this.#isStopped = true
    }
    await this.#ending
    this.#events.onChange()
  }

  #unreported(): number {
    return this.#bank + (this.#mark === null ? 0 : Math.max(0, this.#sources.seconds() - this.#mark))
  }

  #reading(): Stall {
    return { time: performance.now() / 1_000, sound: this.#sources.seconds(), missing: 0 }
  }

  #resetWatchdog(): void {
    this.#lastPiece = performance.now()
    this.#ticksSincePiece = 0
  }

  #extendGap(): void {
    if (!this.#gap) return
    const now = timesNow()
    this.#gap.seconds += elapsedSeconds(this.#gap.since, now)
    this.#gap.since = now
  }

  #start(): void {
    const sources = this.#sources
    // The picture may have ended: the person has stopped to share it.
    const tracks = sources.recorded.getTracks().filter(({ readyState }) => readyState === 'live')
    const mimeType = recordingFormat(tracks.some(({ kind }) => kind === 'video'))
    if (mimeType === null) throw new CaptureFailure({ device: 'microphone', kind: 'unsupported' })
    let isAnnounced = false
    const segment = startSegment(
      new MediaStream(tracks),
      { mimeType, ...recordingBits(sources.channels.length) },
      {
        onPiece: (bytes) => {
          if (!isAnnounced) this.#announce(segment)
          isAnnounced = true
          this.#reported += this.#unreported()
          this.#bank = 0
          if (this.#mark !== null) this.#mark = sources.seconds()
          this.#resetWatchdog()
          this.#events.onPiece(bytes, this.#reported)
        },
        onBroken: () => this.#hold('recorder', 0),
      },
    )
    this.#extendGap()
    this.#segment = segment
    this.#bank = 0
    this.#mark = sources.seconds()
    this.#resetWatchdog()
  }

  /** A segment without a piece leaves no trace. */
  #announce(segment: Segment): void {
    this.#events.onSegment(segment)
    if (!this.#gap) return
    const { reason, seconds } = this.#gap
    this.#gap = null
    this.#events.onInterruption({ seconds: this.#reported, missing: seconds, reason })
  }

  /** Ends the segment. Another one begins when there is sound. */
  #hold(reason: InterruptionReason, missing: number, lastPiece = Infinity): void {
    const segment = this.#segment
    if (!segment || this.#isStopped) return
    this.#segment = null
    const unreported = this.#unreported()
    this.#bank = Math.min(unreported, lastPiece)
    this.#mark = null
    const since = timesNow()
    this.#ending = segment.end().then(() => {
      // Seconds without a piece were not recorded.
      const lost = missing + unreported - Math.min(unreported, lastPiece) + this.#bank
      this.#bank = 0
      this.#gap = { reason: this.#gap?.reason ?? reason, seconds: (this.#gap?.seconds ?? 0) + lost, since }
    })
    this.#events.onChange()
  }

  async #begin(): Promise<void> {
    if (this.#isBeginning) return
    this.#isBeginning = true
    await this.#ending
    this.#isBeginning = false
    if (this.#segment || this.#isPaused || this.#isStopped) return
    try {
      this.#start()
    } catch {
      // The browser cannot record at present, for example while a device is opened.
      this.#nextTry = performance.now() + RETRY_MS
    }
  }

  #tick(): void {
    const before = this.#last
    const now = timesNow()
    this.#last = now
    if (this.#isPaused) return this.#events.onChange()
    this.#stall = afterReading(this.#stall, now.monotonic / 1_000, this.#sources.seconds())
    this.#ticksSincePiece++
    if (this.#segment) this.#watch(before, now)
    else if (this.#sources.isLive() && this.#stall.missing === 0 && now.monotonic >= this.#nextTry) void this.#begin()
    this.#events.onChange()
  }

  #watch(before: Times, now: Times): void {
    this.#silence = afterLevel(this.#silence, this.#sources.recentLevel(), this.seconds)
    if (isStalled(this.#stall)) this.#hold('sleep', this.#stall.missing)
    else if (!this.#sources.isLive()) this.#hold('device', 0)
    else if (now.monotonic - this.#lastPiece > PIECE_TIMEOUT_MS && this.#ticksSincePiece > 2)
      this.#hold('recorder', 0, LAST_PIECE_SECONDS)
    else if (mayHaveSlept(before, now)) void this.#confirmSleep(before)
  }

  /** The computer slept, or its clock was set: the server knows. */
  async #confirmSleep(before: Times): Promise<void> {
    await call('getClientConfig', {}).catch(() => undefined)
    const slept = sleptSeconds(before, timesNow())
    if (slept > 0) this.#hold('sleep', slept)
  }
}
