// Recordings to be uploaded and processed, and a recogniser of pure tones that needs no download.
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { encodeSpeech } from '@kaiwa/speech'
import type { Storage } from '../../platform/storage/storage.ts'
import { HLS_MEDIA, hlsOutput, PLAYLIST } from '@kaiwa/media-tools/hls-output.ts'
import { execa } from 'execa'
import { makeToneModels, toneSamples, type ToneSpeech } from '@kaiwa/speech/testing'
import { mediaKey, originalKey } from '../../media/keys.ts'
import { announceUpload, readFileName } from '../../uploads/request-upload.ts'
import { finishUpload } from '../../uploads/complete-upload.ts'
import { openStaging } from '../../uploads/open-staging.ts'
import type { TestApp } from '../open-test-app.ts'
import type { TestFile, TestFolder } from './items.ts'
import type { TestUser } from './users.ts'

interface Options {
  creator: Pick<TestUser, 'id'>
  language?: SpokenLanguage
  speakers?: number
  name?: string
}

/** Announces a local file as an upload and stages all its bytes; `finish` completes the upload. */
export async function announceRecording(
  { app }: Pick<TestApp, 'app'>,
  folder: TestFolder,
  path: string,
  { creator, language = 'ja', speakers, name = basename(path) }: Options,
): Promise<{ file: TestFile; finish: () => Promise<void> }> {
  const { size } = await stat(path)
  const read = readFileName(name)
  if ('error' in read) throw new Error(`${name}: ${read.error}`)
  const upload = await app.db.transaction().execute((trx) =>
    announceUpload(
      trx,
      {
        bytes: size,
        name: read,
        entry: {
          uuid: randomUUID(),
          name,
          size: size / BYTES_PER_MB,
          duration: 0,
          num_speaker: speakers ?? null,
          language,
        },
      },
      {
        folder: { id: folder.itemId, resource_id: folder.projectId },
        workspaceId: folder.workspaceId,
        userId: creator.id,
        sessionId: null,
      },
    ),
  )
  await app.storage.put(originalKey(upload.videoId), { file: path })
  await app.db.updateTable('uploads').set({ length: size, received: size }).where('id', '=', upload.id).execute()
  const { item_id } = await app.db
    .selectFrom('files')
    .select('item_id')
    .where('id', '=', upload.fileId)
    .executeTakeFirstOrThrow()
  const file = {
    id: upload.fileId,
    itemId: item_id,
    projectId: folder.projectId,
    workspaceId: folder.workspaceId,
    videoId: upload.videoId,
  }
  return { file, finish: () => finishUpload(app, openStaging(app), upload.id) }
}

/** Uploads a local file completely: processing is queued, and no job has run. */
export async function uploadRecording(
  test: Pick<TestApp, 'app'>,
  folder: TestFolder,
  path: string,
  options: Options,
): Promise<TestFile> {
  const { file, finish } = await announceRecording(test, folder, path, options)
  await finish()
  return file
}

/** Creates a folder for KAIWA_MODELS in which the Japanese recogniser is the tone engine. Call `remove` at the end. */
export async function makeToneEngine(
  options: { effort?: number } = {},
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-models-'))
  const made = await makeToneModels(join(folder, '.made'), options)
  const modelFolder = join(folder, 'parakeet-tdt_ctc-0.6b-ja-int8')
  await mkdir(modelFolder)
  if (made.recogniser.kind === 'transducer') throw new TypeError('the tone engine is a CTC model')
  await copyFile(made.recogniser.model, join(modelFolder, 'model.int8.onnx'))
  await copyFile(made.recogniser.tokens, join(modelFolder, 'tokens.txt'))
  // Tones are no speech: the engine comes with its own voice activity.
  await mkdir(join(folder, 'silero-vad'))
  await copyFile(made.voiceActivity, join(folder, 'silero-vad', 'silero_vad.onnx'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Writes a WAV file of tone words to a folder. */
export async function makeToneRecording(
  folder: string,
  name: string,
  speech: readonly ToneSpeech[],
  seconds: number,
): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, encodeSpeech(toneSamples(speech, seconds)))
  return path
}

/** Stores a stream of a tone for a file, of three seconds unless given, without processing it. */
export async function storeStream(
  storage: Pick<Storage, 'put'>,
  { videoId }: TestFile,
  { seconds = 3 }: { seconds?: number } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-stream-'))
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(seconds), '-c:a', 'aac']
  await execa('ffmpeg', ['-nostdin', '-v', 'error', ...tone, ...hlsOutput], { cwd: folder })
  for (const name of [HLS_MEDIA, PLAYLIST]) await storage.put(mediaKey(videoId, name), { file: join(folder, name) })
  await rm(folder, { recursive: true })
}

/** Path of a recording in the repository. */
export function media(name: string): string {
  return new URL(`../../../media/${name}`, import.meta.url).pathname
}

export async function mediaText(name: string): Promise<string> {
  return readFile(media(name), 'utf8')
}
