// A page with the product's storage and sending of recordings, without its screens: tests drive them.
import type { RecordingDetails, RecordingHeader } from '@kaiwa/recording/journal.ts'
import { readJournal } from '@kaiwa/recording/read-journal.ts'
import { queryClient } from '@kaiwa/web/platform/query-client.ts'
import { sessionQuery } from '@kaiwa/web/platform/session.ts'
import { sendRecording } from '@kaiwa/web/recording/send/send-recording.ts'
import { openSources } from '@kaiwa/web/recording/capture/open-sources.ts'
import { finishStored, RecordingUnavailable, startSession } from '@kaiwa/web/recording/session/recording-session.ts'
import { openIndexedDbBackend } from '@kaiwa/web/recording/storage/indexeddb-backend.ts'
import { openStore, requestPersistence } from '@kaiwa/web/recording/storage/open-store.ts'
import { makeRecordingStore } from '@kaiwa/web/recording/storage/recording-store.ts'
import type { RecordingSender, RecordingSession, RecordingStore, RecordingWriter } from '@kaiwa/web/recording/types.ts'

let store: RecordingStore | undefined
let writer: RecordingWriter | undefined
let sender: RecordingSender | undefined
let session: RecordingSession | undefined
/** Pieces that the browser has recorded. */
const recorded: Blob[] = []
const phases: string[] = []

function current(): RecordingWriter {
  if (!writer) throw new Error('no recording is open')
  return writer
}

const api = {
  openStore: async (kind?: 'indexeddb'): Promise<RecordingStore['kind']> => {
    store = kind === 'indexeddb' ? makeRecordingStore(await openIndexedDbBackend()) : await openStore()
    return store.kind
  },
  create: async (header: RecordingHeader): Promise<void> => {
    writer = await store?.create(header)
    await api.append({
      type: 'segment',
      offset: 0,
      mime: 'audio/webm;codecs=opus',
      hasVideo: false,
      startedAt: header.startedAt,
    })
  },
  /** Whether this tab owns the recording now. */
  open: async (uuid: string): Promise<boolean> => {
    writer = (await store?.open(uuid)) ?? undefined
    return writer !== undefined
  },
  append: (entry: Parameters<RecordingWriter['append']>[0]): Promise<void> => current().append(entry),
  /** Stores pieces of a second with these bytes each; `first` is the value of the first byte. */
  record: async (pieces: number, bytes: number): Promise<void> => {
    for (let piece = 0; piece < pieces; piece += 1) {
      const { size, seconds } = readJournal(current().entries)
      const piece = Uint8Array.from({ length: bytes }, (_value, index) => (size + index) % 251)
      await current().appendPiece(new Blob([piece]), seconds + 1)
    }
  },
  /** Records pieces of a second from the microphone, for `feed`. Returns their number. */
  recordPieces: async (count: number): Promise<number> => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const recorder = new MediaRecorder(stream, { mimeType: 'audio/webm;codecs=opus', audioBitsPerSecond: 64_000 })
    await new Promise<void>((resolve) => {
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (recorded.push(data) >= count) resolve()
      })
      recorder.start(1_000)
    })
    recorder.stop()
    for (const track of stream.getTracks()) track.stop()
    return recorded.length
  },
  /** Stores recorded pieces up to this second of the recording, `speed` of them in a second. */
  feed: async (until: number, speed: number): Promise<void> => {
    const begin = performance.now()
    const { seconds: from } = readJournal(current().entries)
    for (let second = from; second < until; second += 1) {
      const early = begin + ((second - from) * 1_000) / speed - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      await current().appendPiece(recorded[second % recorded.length] ?? new Blob(), second + 1)
    }
  },
  read: async (from: number, to: number): Promise<number[]> => [...(await current().read(from, to))],
  summary: () => readJournal(current().entries),
  list: (userId: number) => store?.list(userId),
  close: async (): Promise<void> => {
    sender?.close()
    await writer?.close()
    writer = undefined
  },
  remove: (): Promise<void> => current().remove(),
  /** Ends a recording that no tab has open. Returns its file, or why this tab could not. */
  finishStored: (uuid: string, details: RecordingDetails) =>
    finishStored(uuid, details).catch((error: unknown) => {
      if (!(error instanceof RecordingUnavailable)) throw error
      return error.reason
    }),
  requestPersistence,
  send: (): void => {
    sender = sendRecording(current())
    phases.length = 0
    sender.subscribe(() => {
      const phase = sender?.get().phase
      if (phase && phases.at(-1) !== phase) phases.push(phase)
    })
  },
  sending: () => sender?.get() ?? null,
  phases: () => phases,
  retry: (): void => sender?.retry(),
  /** Begins to record the microphone, with the session of the product. Returns the uuid. */
  recordMicrophone: async (folderId: number): Promise<string> => {
    await queryClient.ensureQueryData(sessionQuery)
    const sources = await openSources({ microphoneId: 'default', screen: null, cameraId: null })
    session = await startSession({ title: '録音', folderId, language: 'ja', numSpeaker: 0 }, sources)
    return session.uuid
  },
  /** Bytes that the recording of this page has stored. */
  storedSize: (): number => session?.get().size ?? 0,
  /** As after a sign-in in this page. */
  refreshSession: async (): Promise<void> => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  },
}

declare global {
  interface Window {
    recording: typeof api
  }
}
window.recording = api
