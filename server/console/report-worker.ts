import { randomUUID } from 'node:crypto'
import { type Part, partReason } from '@kaiwa/contract/console.ts'
import { describeEngines } from '@kaiwa/speech'
import { findProgram } from '../platform/sandbox/programs.ts'
import type { App } from '../platform/app.ts'
import { openEngines } from '../processing/engines/open-engines.ts'
import { modelStates } from '../processing/engines/download-models.ts'
import { deleteOldWorkerReports, saveWorkerReport, type WorkerReport } from './store/workers.ts'

const REPORT_INTERVAL_SECONDS = 10
/** A worker without a report for this many seconds is ignored. */
export const MAX_REPORT_AGE_SECONDS = 45

async function describe(app: App): Promise<WorkerReport> {
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
    detectsLanguage: open.some(({ detectsLanguage }) => detectsLanguage),
  }
}

async function report(app: App, id: string): Promise<void> {
  await saveWorkerReport(app.db, id, await describe(app))
  await deleteOldWorkerReports(app.db, MAX_REPORT_AGE_SECONDS * 4)
}

/** Stores the capabilities of this worker every few seconds, until it stops. */
export function startReporting(app: App, signal: AbortSignal): void {
  const id = randomUUID()
  const sendReport = () => void report(app, id).catch((err: unknown) => app.log.warn({ err }, 'worker report failed'))
  sendReport()
  const timer = setInterval(sendReport, REPORT_INTERVAL_SECONDS * 1000)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}
