// Recordings as a browser makes and sends them: segments without length and index, in pieces, in a growing upload.
import { setTimeout as pause } from 'node:timers/promises'
import { saveRecording, type RecordingInterruption, type RecordingMarker } from '@kaiwa/contract/recordings.ts'
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { encodeSpeech } from '@kaiwa/speech'
import { execa } from 'execa'
import type { TestApp } from '../open-test-app.ts'
import { requestTestUpload, type TestUpload, tus } from '../tus.ts'
import type { TestFile, TestFolder } from './items.ts'
import type { TestUser } from './users.ts'

/** Output options of each recorder. Written to a pipe, so that the length and the index are missing. */
const RECORDERS = {
  webm: ['-c:a', 'libopus', '-b:a', '64k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000'],
  mp4: [
    '-c:a',
    'aac',
    '-b:a',
    '96k',
    '-f',
    'mp4',
    '-movflags',
    'empty_moov+default_base_moof',
    '-frag_duration',
    '1000000',
  ],
  ogg: ['-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg', '-page_duration', '1000000'],
} as const
export type Recorder = keyof typeof RECORDERS

/** A segment as a recorder writes it, of 16-bit samples at 16 kHz or of an input of ffmpeg. */
export async function recordSegment(
  sound: Int16Array | { input: readonly string[] },
  { recorder = 'webm', options = [] }: { recorder?: Recorder; options?: readonly string[] } = {},
): Promise<Buffer> {
  const isSamples = sound instanceof Int16Array
  const input = isSamples ? ['-f', 'wav', '-i', 'pipe:0'] : sound.input
  const args = ['-nostdin', '-v', 'error', ...input, ...options, ...RECORDERS[recorder], 'pipe:1']
  const { stdout } = await execa('ffmpeg', args, {
    encoding: 'buffer',
    ...(isSamples ? { input: encodeSpeech(sound) } : {}),
  })
  return Buffer.from(stdout)
}

interface Described {
  segments: readonly Uint8Array[]
  /** Start of each segment in the recording in seconds, as counted by the browser. */
  begins?: readonly number[]
  markers?: RecordingMarker[]
  interruptions?: RecordingInterruption[]
}

export interface SentRecording {
  upload: TestUpload
  file: TestFile
  /** Sends bytes of the recording, up to this share of it. */
  sendTo: (share: number) => Promise<void>
  /** Sends the rest and declares the length. */
  stop: () => Promise<void>
}

/** Announces a recording and describes it; nothing is sent yet. With `isRead` false, no job reads it before its end. */
export async function startRecording(
  test: TestApp,
  folder: TestFolder,
  as: TestUser,
  { segments, begins = [], markers = [], interruptions = [] }: Described,
  {
    language = 'ja',
    pieceBytes = 7_919,
    delayMs = 0,
    isRead = true,
    name = '録音.webm',
  }: { language?: SpokenLanguage; pieceBytes?: number; delayMs?: number; isRead?: boolean; name?: string } = {},
): Promise<SentRecording> {
  const upload = await requestTestUpload(test, folder, as, 0, {
    name,
    recording: true,
    size: undefined,
    duration: 0,
    language,
  })
  await tus.defer(upload)
  const row = await test.db
    .selectFrom('files')
    .select(['id', 'item_id'])
    .where('video_id', '=', upload.video_id)
    .executeTakeFirstOrThrow()
  const file: TestFile = {
    id: row.id,
    itemId: row.item_id,
    projectId: folder.projectId,
    workspaceId: folder.workspaceId,
    videoId: upload.video_id,
  }
  const bytes = Buffer.concat(segments)
  const offsets = segments.map((_, index) => segments.slice(0, index).reduce((sum, { length }) => sum + length, 0))
  const describe = async (announced: number): Promise<void> => {
    const known = offsets
      .slice(0, announced)
      .map((offset, index) => ({ offset, seconds: begins[index] ?? null, started_at: '2026-11-01T00:00:00.000Z' }))
    await test.succeed(
      saveRecording,
      { params: { uploadId: upload.id }, body: { segments: known, markers, interruptions } },
      as,
    )
  }
  if (isRead || segments.length > 1) await describe(1)
  let sent = 0
  let announced = 1
  const send = async (to: number, headers: Record<string, string> = {}): Promise<void> => {
    do {
      const end = Math.min(to, sent + pieceBytes)
      // A segment is announced before its first byte is sent.
      while (announced < offsets.length && offsets[announced]! < end) {
        announced += 1
        await describe(announced)
      }
      const answer = await tus.patch(upload, sent, bytes.subarray(sent, end), end === to ? headers : {})
      if (answer.status !== 204) throw new Error(`${answer.status} ${answer.text}`)
      sent = end
      if (delayMs > 0) await pause(delayMs)
    } while (sent < to)
  }
  return {
    upload,
    file,
    sendTo: (share) => send(Math.floor(bytes.length * share)),
    stop: () => send(bytes.length, { 'Upload-Length': String(bytes.length) }),
  }
}
