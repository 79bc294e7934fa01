// Sends a recording while it grows. One loop performs the next step; a refusal determines the step after it. The clock of the
// device is not used: the server reports expired credentials, and waits use timers.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RecordingBody, toUploadEntry } from '@kaiwa/recording/describe-recording.ts'
import { followJournal } from '@kaiwa/recording/follow-journal.ts'
import type { JournalEntry } from '@kaiwa/recording/journal.ts'
import type { RecordingSummary } from '@kaiwa/recording/read-journal.ts'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { queryClient } from '../../platform/query-client.ts'
import { refreshQueries } from '../../platform/refresh-queries.ts'
import { sessionQuery } from '../../platform/session.ts'
import type { RecordingSender, RecordingWriter, SendState } from '../types.ts'
import { applyDetails } from './apply-details.ts'
import { cancelUpload } from './cancel-upload.ts'
import { Pause } from './pause.ts'
import { RequestSize } from './request-size.ts'
import { SAVE_AFTER_MS, SavedNotes } from './saved-notes.ts'
import { outcomeOf, type SendOutcome, type SendStep } from './send-outcome.ts'
import { createUpload, findState, sendBytes, targetOf, type TusState, type TusTarget } from './tus-requests.ts'

/** While recording, what was recorded in this time is sent together. */
const SEND_INTERVAL_MS = 2_000
const RETRY_MS = [...LIMITS.uploadRetrySeconds, 30].map((seconds) => seconds * 1_000)
const MAX_RETRY_AFTER_MS = 300_000
const WAIT_MS: Record<'no-storage' | 'no-folder' | 'signed-out' | 'refused', number> = {
  'no-storage': 60_000,
  'no-folder': 300_000,
  'signed-out': 300_000,
  refused: 300_000,
}
/** Uploads that one sender begins because the server refuses the state of the one before. */
const MAX_RESTARTS = 3

type Upload = NonNullable<RecordingSummary['upload']>

export class Sender implements RecordingSender {
  readonly #writer: RecordingWriter
  readonly #summarise: () => RecordingSummary
  readonly #listeners = new Set<() => void>()
  readonly #closing = new AbortController()
  readonly #pause = new Pause()
  readonly #stopFollowing: (() => void)[]
  #state: SendState = { phase: 'waiting', sent: 0, fileId: null, projectId: null }
  /** The present request. */
  #step: SendStep = 'announce'
  /** Null: credentials have to be requested. */
  #target: TusTarget | null = null
  /** State of the upload on the server; null: unknown. */
  #remote: TusState | null = null
  /** The upload of this recording. A full disk may keep it out of the journal. */
  #upload: Upload | null
  /** Folder of which a request was refused. */
  #refusedFolder: number | null = null
  readonly #notes = new SavedNotes()
  readonly #size = new RequestSize()
  #sentAt = -Infinity
  /** Refused or lost requests since the last success. */
  #failures = 0
  #restarts = 0
  #mustRestart = false
  /** The server has said that it has everything. */
  #isComplete = false

  constructor(writer: RecordingWriter) {
    this.#writer = writer
    this.#summarise = followJournal(writer.entries)
    this.#upload = this.#summarise().upload
    const wake = (): void => this.#pause.end()
    globalThis.addEventListener('online', wake)
    this.#stopFollowing = [
      () => globalThis.removeEventListener('online', wake),
      writer.subscribe(() => this.#isNews() && wake()),
      queryClient.getQueryCache().subscribe(({ query, type }) => {
        if (type === 'updated' && query.queryKey[0] === 'session' && this.#state.phase === 'signed-out') wake()
      }),
    ]
    void this.#run()
  }

  get = (): SendState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  retry = (): void => {
    this.#failures = 0
    // So that the same refusal is reported again.
    if (this.#state.phase in WAIT_MS) this.#set({ phase: 'sending' })
    this.#pause.end()
  }

  close = (): void => {
    for (const stop of this.#stopFollowing) stop()
    this.#closing.abort()
    this.#pause.end()
    this.#listeners.clear()
  }

  get #signal(): AbortSignal {
    return this.#closing.signal
  }

  async #run(): Promise<void> {
    while (!this.#signal.aborted && this.#state.phase !== 'finished') {
      try {
        await this.#advance()
      } catch (error) {
        if (this.#signal.aborted) return
        await this.#recover(error)
      }
    }
  }

  /** Does the next thing that is due, or waits for something to do. */
  async #advance(): Promise<void> {
    const known = this.#writer.entries.length
    const summary = this.#summarise()
    if (summary.isFinished)
      return this.#set({ phase: 'finished', fileId: this.#upload?.fileId ?? null, projectId: summary.details.folderId })
    // Nothing is announced of a recording without a byte.
    if (summary.size === 0) return this.#pause.start(null)
    await this.#assertSignedIn(summary)
    if (this.#mustRestart || this.#hasOtherFolder(summary)) return this.#restart(summary)
    if (!this.#upload) return this.#announce(summary)
    if (this.#isComplete) return this.#complete(this.#upload, summary)
    if (!this.#target) return this.#renew(this.#upload)
    if (!this.#remote) return this.#findRemote(this.#target)
    const { offset, length } = this.#remote
    if (offset === length) return this.#complete(this.#upload, summary)
    // Bytes that the server has were lost here.
    if (offset > summary.size) return this.#restart(summary)
    const notes = this.#notes.due(summary)
    if (notes) return this.#save(this.#upload, notes)
    const isDue = summary.isStopped || summary.size - offset >= this.#size.bytes
    const wait = Math.max(0, this.#sentAt + SEND_INTERVAL_MS - performance.now())
    if (summary.size > offset && (isDue || wait === 0)) return this.#send(this.#target, offset, summary)
    if (summary.size === offset && summary.isConfirmed) return this.#send(this.#target, offset, summary)
    if (summary.size > offset) return this.#pause.start(wait)
    this.#failures = 0
    this.#set({ phase: 'current' })
    // A new entry was stored during this step.
    if (this.#writer.entries.length > known) return
    await this.#pause.start(this.#notes.isWaiting ? SAVE_AFTER_MS : null)
  }

  /** Only the person who recorded sends a recording. */
  async #assertSignedIn({ header }: RecordingSummary): Promise<void> {
    this.#step = 'announce'
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session?.user.id !== header?.userId) throw new ApiError('E_NO_ACCESS_TOKEN', 401)
  }

  async #announce(summary: RecordingSummary): Promise<void> {
    this.#step = 'announce'
    const entry = toUploadEntry(this.#writer.uuid, summary)
    const { folderId } = summary.details
    const input = { params: { id: folderId }, body: { files: [entry] } }
    const ticket = await call('requestUpload', input, { signal: this.#signal })
    const target = targetOf(ticket, () => true)
    if (!target) throw new ApiError('UNREADABLE', 400)
    const { id: uploadId, video_id: videoId } = target.credentials
    this.#upload = { uploadId, videoId, folderId, fileId: null }
    this.#refusedFolder = null
    await this.#note({ type: 'upload', ...this.#upload })
    this.#notes.forget()
    this.#target = target
    this.#step = 'tus'
    // After a lost answer, the next step asks for the offset.
    this.#remote = null
    this.#remote = await createUpload(target, { name: entry.name, mime: summary.mime }, this.#signal)
    void refreshQueries(queryClient, ['files'])
  }

  async #renew({ uploadId }: Upload): Promise<void> {
    this.#step = 'renew'
    const ticket = await call('renewUpload', { params: { uploadId } }, { signal: this.#signal })
    const target = targetOf(ticket, ({ id }) => id === uploadId)
    if (!target) throw new ApiError('UNREADABLE', 400)
    this.#target = target
    this.#remote = null
    this.#refusedFolder = null
  }

  async #findRemote(target: TusTarget): Promise<void> {
    this.#step = 'tus'
    this.#remote = await findState(target, this.#signal)
    this.#set({ sent: this.#remote.offset })
  }

  async #save({ uploadId }: Upload, body: RecordingBody): Promise<void> {
    this.#step = 'save'
    await call('saveRecording', { params: { uploadId }, body }, { signal: this.#signal })
    this.#notes.setSaved(body)
  }

  async #send(target: TusTarget, offset: number, { size, isConfirmed }: RecordingSummary): Promise<void> {
    this.#step = 'tus'
    const to = Math.min(size, offset + this.#size.bytes)
    // The last bytes wait for the choice of the details.
    const length = isConfirmed && to === size ? size : null
    const bytes = await this.#writer.read(offset, to).catch(() => null)
    // The browser has deleted what was stored, or the disk has failed.
    if (!bytes || bytes.length < to - offset) throw new ApiError('UNREADABLE', 400)
    if (this.#state.phase !== 'current' || isConfirmed) this.#set({ phase: 'sending' })
    this.#sentAt = performance.now()
    this.#remote = await sendBytes(target, { offset, bytes, length }, this.#signal)
    this.#size.learn(performance.now() - this.#sentAt)
    if (this.#remote.offset > offset) this.#failures = 0
    const isCurrent = this.#remote.offset === size && !isConfirmed
    this.#set({ sent: this.#remote.offset, phase: isCurrent ? 'current' : 'sending' })
  }

  async #complete(upload: Upload, { details }: RecordingSummary): Promise<void> {
    this.#step = 'complete'
    this.#set({ phase: 'sending' })
    const file = await call('completeUpload', { params: { uploadId: upload.uploadId } }, { signal: this.#signal })
    const projectId = await applyDetails(file, details, this.#signal)
    this.#upload = { ...upload, fileId: file.id }
    await this.#note({ type: 'upload', ...this.#upload })
    await this.#note({ type: 'finished' })
    void refreshQueries(queryClient, ['files'])
    void queryClient.invalidateQueries({ queryKey: ['usage'] })
    this.#set({ phase: 'finished', sent: this.#writer.size, fileId: file.id, projectId })
  }

  /** Begins another upload, from the first byte. The present one is cancelled first: its uuid would find it again. */
  async #restart(summary: RecordingSummary): Promise<void> {
    this.#step = 'announce'
    this.#mustRestart = true
    if (this.#upload) await cancelUpload(this.#upload.uploadId, this.#signal)
    this.#mustRestart = false
    this.#restarts += 1
    this.#forget()
    await this.#announce(summary)
  }

  #forget(): void {
    this.#upload = null
    this.#target = null
    this.#remote = null
  }

  /** Whether another folder was chosen after one was refused. */
  #hasOtherFolder({ details }: RecordingSummary): boolean {
    return this.#refusedFolder !== null && this.#refusedFolder !== details.folderId
  }

  /** Whether the last entry is a reason to end the present pause. */
  #isNews(): boolean {
    const { phase } = this.#state
    if (phase === 'no-folder') return this.#hasOtherFolder(this.#summarise())
    return phase === 'current' || (phase === 'waiting' && this.#failures === 0) || phase === 'sending'
  }

  /** Stores an entry that must survive a reload. Sending continues if it cannot be stored. */
  async #note(entry: JournalEntry): Promise<void> {
    await this.#writer.append(entry).catch(() => undefined)
  }

  async #recover(error: unknown): Promise<void> {
    const failure = error instanceof ApiError ? error : new ApiError('OFFLINE', 0, {}, error)
    const outcome = outcomeOf(failure, this.#step)
    this.#failures += 1
    this.#prepare(outcome)
    const phase = this.#phaseOf(outcome)
    this.#set({ phase })
    // Chosen during the request.
    if (phase === 'no-folder' && this.#hasOtherFolder(this.#summarise())) return
    if (phase !== 'waiting') return this.#pause.start(WAIT_MS[phase])
    const delay = RETRY_MS[Math.min(this.#failures, RETRY_MS.length) - 1] ?? 0
    const asked = failure.retryAt === null ? 0 : Math.min(MAX_RETRY_AFTER_MS, failure.retryAt - Date.now())
    await this.#pause.start(Math.max(delay, asked))
  }

  /** Forgets what is not known any more. */
  #prepare(outcome: SendOutcome): void {
    // After a lost answer, it is not known what has arrived.
    this.#remote = null
    this.#isComplete = outcome === 'complete'
    if (outcome === 'announce') this.#forget()
    if (outcome === 'restart') this.#mustRestart = true
    if (outcome === 'renew' || outcome === 'signed-out' || outcome === 'no-folder') this.#target = null
    if (outcome === 'no-folder') this.#refusedFolder = this.#upload?.folderId ?? this.#summarise().details.folderId
  }

  #phaseOf(outcome: SendOutcome): 'waiting' | keyof typeof WAIT_MS {
    if (outcome === 'restart' && this.#restarts >= MAX_RESTARTS) return 'refused'
    if (outcome in WAIT_MS) return outcome as keyof typeof WAIT_MS
    return 'waiting'
  }

  #set(change: Partial<SendState>): void {
    const next = { ...this.#state, ...change }
    const isSame = (Object.keys(next) as (keyof SendState)[]).every((key) => next[key] === this.#state[key])
    if (isSame || this.#signal.aborted) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
