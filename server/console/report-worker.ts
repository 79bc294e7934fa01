import { randomUUID } from 'node:crypto'
import { type Part, partReason } from '@kaiwa/contract/installation.ts'
import { describeEngines } from '@kaiwa/speech'
import { sql } from 'kysely'
import { findProgram } from '../platform/sandbox/programs.ts'
import type { App } from '../platform/app.ts'
import { jsonb } from '../platform/database/jsonb.ts'
import { openEngines } from '../processing/engines/open-engines.ts'
import { modelStates } from '../processing/engines/download-models.ts'

const EVERY_SECONDS = 10
/** A worker without a report for this many seconds is ignored. */
export const FRESH_SECONDS = 45

const describe = async (app: App): Promise<{ parts: Part[]; languages: string[]; detects: boolean }> => {
  const engines = await openEngines(app)
  const open = engines.available.filter(({ isReserved }) => !isReserved)
  const { speech, modelDownload } = app.config
  const speechParts = describeEngines({
    pocketsphinx: engines.pocketsphinx,
    server: speech,
    models: modelStates(app),
    downloads: modelDownload,
  }).map((part) => ({ ...part, reason: part.reason === null ? null : partReason.parse(part.reason) }))
  const hasFfmpeg = findProgram('ffmpeg') !== null && findProgram('ffprobe') !== null
  const mediaPart: Part = {
    id: 'ffmpeg',
    kind: 'media',
    state: hasFfmpeg ? 'active' : 'off',
    label: 'FFmpeg',
    languages: [],
    reason: hasFfmpeg ? null : 'media.ffmpeg-missing',
    progress: null,
  }
  return {
    parts: [...speechParts, mediaPart],
    languages: [...new Set(open.flatMap(({ languages }) => (languages === 'any' ? ['ja', 'en'] : languages)))],
    detects: open.some(({ detectsLanguage }) => detectsLanguage),
  }
}

const report = async (app: App, id: string): Promise<void> => {
  const { parts, languages, detects } = await describe(app)
  const row = { parts: jsonb(parts), languages, detects_language: detects, seen_at: sql<Date>`now()` }
  await app.db
    .insertInto('workers')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await app.db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${FRESH_SECONDS * 4})`)
    .execute()
}

/** Stores the capabilities of this worker every few seconds, until it stops. */
export const startReporting = (app: App, signal: AbortSignal): void => {
  const id = randomUUID()
  const tell = () => void report(app, id).catch((err: unknown) => app.log.warn({ err }, 'worker report failed'))
  tell()
  const timer = setInterval(tell, EVERY_SECONDS * 1000)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}
