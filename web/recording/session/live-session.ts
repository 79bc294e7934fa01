// Connects recorder, storage and sender. All writes go through one queue, in the order of the recording.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { InterruptionReason } from '@kaiwa/contract/recordings.ts'
import type { JournalEntry, RecordingDetails } from '@kaiwa/recording/journal.ts'
import { lastPiece, readJournal, type RecordingSummary } from '@kaiwa/recording/read-journal.ts'
import { ApiError } from '../../platform/api-error.ts'
import { Recorder } from '../capture/recorder.ts'
import { keepAwake } from '../capture/wake-lock.ts'
import type { RecordingSender, RecordingSession, SessionPhase, SessionState, Sources } from '../types.ts'
import { awaitSent } from './await-sent.ts'
import { confirm } from './confirm.ts'
import { cancelStored } from './cancel-stored.ts'
import { LONGEST_SECONDS, type SessionParts } from './session-parts.ts'

const FREE_BYTES_MS = 10_000
/** Firefox asks the person. Storage is not persistent until they have answered. */
const UNANSWERED_MS = 3_000
/** Seconds before the longest recording is reached in which a notice is shown. */
const LIMIT_NOTICE_SECONDS = 15 * 60

export class LiveSession implements RecordingSession {
  readonly uuid: string
  readonly userId: number | null
  readonly #parts: SessionParts
  readonly #recorder: Recorder
  readonly #listeners = new Set<() => void>()
  readonly #closers: (() => void)[] = []
  #sources: Sources
  #sender: RecordingSender
  #maxSeconds = LONGEST_SECONDS
  #queue: Promise<void> = Promise.resolve()
  #problem: SessionState['problem'] = null
  #hasFailed = false
  #isFull = false
  #isFinished = false
  /** Its end is being sent. */
  #isSending = false
  /** Null until the browser has answered, for a short time at most. */
  #isPersistent: boolean | null = null
  #freeBytes: number | null = null
  #stopping: Promise<void> | null = null
  #read: RecordingSummary
  #entriesRead: number
  #state: SessionState

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#sources = parts.sources
    this.uuid = parts.writer.uuid
    const { entries } = parts.writer
    this.#read = readJournal(entries)
    this.#entriesRead = entries.length
    const { seconds, header } = this.#read
    this.userId = header?.userId ?? null
    this.#recorder = new Recorder(
      parts.sources,
      {
        onSegment: ({ mime, hasVideo, startedAt }) =>
          this.#store(() => {
            const { size: offset, entries: stored } = parts.writer
            const begin = lastPiece(stored)?.seconds ?? 0
            return parts.writer.append({ type: 'segment', offset, seconds: begin, mime, hasVideo, startedAt })
          }),
        onPiece: (bytes, end) => this.#store(() => parts.writer.appendPiece(bytes, end)),
        onInterruption: (interruption) => this.#append({ type: 'interruption', ...interruption }),
        onChange: () => this.#change(),
      },
      { seconds, gap: parts.gap },
    )
    // Not before: the browser may have no format to record in.
    this.#sender = parts.openSender()
    this.#state = this.#compute()
    void parts.maxSeconds.then((seconds) => {
      this.#maxSeconds = seconds
    })
    void parts.isPersistent.then((isPersistent) => {
      this.#isPersistent = isPersistent
    })
    const unanswered = setTimeout(() => {
      this.#isPersistent ??= false
    }, UNANSWERED_MS)
    this.#closers.push(() => clearTimeout(unanswered))
    this.#followProblems()
    this.#followSender()
    this.#closers.push(keepAwake())
    const timer = setInterval(() => this.#measureFree(), FREE_BYTES_MS)
    this.#closers.push(() => clearInterval(timer))
    this.#measureFree()
    globalThis.addEventListener('beforeunload', this.#askBeforeUnload)
  }

  get = (): SessionState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  levels = (): readonly number[] => this.#sources.levels()

  get preview(): MediaStream | null {
    return this.#sources.preview
  }

  pause = (): void => this.#recorder.pause()

  resume = (): void => this.#recorder.resume()

  mark = (note: string, seconds = this.#recorder.seconds): void => {
    if (!this.isRunning || this.#state.markers.length >= LIMITS.recordingMarkers) return
    const text = note.trim().slice(0, LIMITS.recordingNoteLength)
    this.#append({ type: 'marker', seconds, note: text })
  }

  change = async (details: Partial<RecordingDetails>): Promise<void> => {
    const { writer } = this.#parts
    await writer.append({ type: 'details', ...readJournal(writer.entries).details, ...details })
    this.#sender.retry()
  }

  retrySending = (): void => this.#sender.retry()

  chooseMicrophone = (deviceId: string): Promise<void> => this.#sources.chooseMicrophone(deviceId)

  replaceSources = async (sources: Sources, reason: InterruptionReason): Promise<void> => {
    const old = this.#sources
    await this.#recorder.replaceSources(sources, reason)
    this.#sources = sources
    this.#problem = null
    this.#followProblems()
    old.close()
    this.#change()
  }

  stop = (): Promise<void> => (this.#stopping ??= this.#stop())

  finish = async (details: RecordingDetails): Promise<{ fileId: number; projectId: number }> => {
    await this.stop()
    const { writer } = this.#parts
    if (writer.size === 0) throw new ApiError('E_UNPROCESSABLE_ENTITY', 422)
    this.#isSending = true
    try {
      await confirm(writer, details)
      const sent = await awaitSent(this.#sender)
      this.#isFinished = true
      this.#change()
      await this.#release(() => writer.remove())
      return sent
    } finally {
      this.#isSending = false
    }
  }

  discard = async (): Promise<void> => {
    await this.stop()
    const { writer, openSender } = this.#parts
    // It would announce the recording again while it is cancelled.
    this.#sender.close()
    try {
      await cancelStored(writer)
    } catch (error) {
      this.#sender = openSender()
      this.#followSender()
      this.#change()
      throw error
    }
    await this.#release(() => writer.remove())
  }

  /** Stops; what was recorded stays stored. */
  close = async (): Promise<void> => {
    await this.stop()
    await this.#release(() => this.#parts.writer.close())
  }

  get isRunning(): boolean {
    return this.#stopping === null
  }

  async #stop(): Promise<void> {
    await this.#recorder.stop()
    await this.#queue
    this.#sources.close()
    for (const close of this.#closers) close()
    await this.#parts.writer.append({ type: 'stopped', at: Date.now() }).catch(() => undefined)
    // The sender continues.
    this.#closers.length = 0
    this.#followSender()
    this.#change()
  }

  async #release(endWriter: () => Promise<void>): Promise<void> {
    this.#sender.close()
    for (const close of this.#closers) close()
    globalThis.removeEventListener('beforeunload', this.#askBeforeUnload)
    await endWriter()
    this.#parts.onEnd()
  }

  #append(entry: JournalEntry): void {
    this.#store(() => this.#parts.writer.append(entry))
  }

  #store(write: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#isFull || this.#hasFailed) return
      try {
        await write()
      } catch (error) {
        this.#isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
        this.#hasFailed = !this.#isFull
        if (this.#isFull) this.#problem = { device: 'storage', kind: 'full' }
        // Not awaited: it waits for this queue.
        void this.stop()
      }
      this.#change()
    })
  }

  #followSender(): void {
    this.#closers.push(this.#sender.subscribe(() => this.#change()))
  }

  #followProblems(): void {
    const sources = this.#sources
    this.#closers.push(
      sources.subscribe((problem) => {
        if (sources !== this.#sources || this.#isFull) return
        this.#problem = problem
        this.#change()
      }),
    )
  }

  /** Lets the browser ask before the page is closed. Not after a refusal: the person knows that the recording is kept. */
  #askBeforeUnload = (event: BeforeUnloadEvent): void => {
    const isUnsaved = this.#parts.writer.size > 0 && !this.#summary().isConfirmed
    if (this.isRunning || this.#isSending || isUnsaved) event.preventDefault()
  }

  #measureFree(): void {
    void this.#parts.store
      .freeBytes()
      .catch(() => null)
      .then((bytes) => {
        this.#freeBytes = bytes
      })
  }

  #change(): void {
    if (this.isRunning && this.#recorder.seconds >= this.#maxSeconds) void this.stop()
    if (this.isRunning) this.#forgetSolved()
    this.#state = this.#compute()
    for (const listener of this.#listeners) listener()
  }

  /** A device that is back is no problem any more. */
  #forgetSolved(): void {
    const problem = this.#problem
    if (problem === null || problem.device === 'storage') return
    const problems = this.#sources.problems()
    const isThere = problems.some(({ device, kind }) => device === problem.device && kind === problem.kind)
    if (!isThere) this.#problem = problems.at(-1) ?? null
  }

  /** The journal of a long recording has tens of thousands of pieces: it is read again when something else was added. */
  #summary(): RecordingSummary {
    const { entries } = this.#parts.writer
    if (entries.slice(this.#entriesRead).some(({ type }) => type !== 'piece')) this.#read = readJournal(entries)
    this.#entriesRead = entries.length
    return this.#read
  }

  #phase(): SessionPhase {
    if (this.#isFinished) return 'finished'
    if (this.#hasFailed) return 'failed'
    return this.#stopping ? 'stopped' : this.#recorder.phase
  }

  #compute(): SessionState {
    const { writer, store } = this.#parts
    const { details, markers, interruptions, hasVideo } = this.#summary()
    const left = this.#maxSeconds - this.#recorder.seconds
    return {
      phase: this.#phase(),
      seconds: this.#recorder.seconds,
      size: writer.size,
      details,
      markers,
      interruptions,
      silentSeconds: this.#recorder.silentSeconds,
      storage: { kind: store.kind, isPersistent: this.#isPersistent, freeBytes: this.#freeBytes },
      send: this.#sender.get(),
      problem: this.#problem,
      channels: this.#sources.channels,
      hasVideo: hasVideo || this.#sources.hasVideo,
      secondsLeft: left <= LIMIT_NOTICE_SECONDS ? Math.max(0, left) : null,
    }
  }
}
