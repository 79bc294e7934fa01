import { unitOf } from '@kaiwa/contract/report-pairs.ts'
import type { exportReport as contract } from '@kaiwa/contract/reports.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { clientSignal } from '../platform/http/client-signal.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { FileHandler } from '../platform/http/route.ts'
import { plainFileName } from '../platform/plain-file-name.ts'
import { refusingFailure } from '../platform/threads/refuse-failure.ts'
import { assertAllowed } from '../tree/policy.ts'
import { findProject } from '../tree/store/items.ts'
import { ahead } from './ahead.ts'
import { japaneseDay } from './csv-cells.ts'
import * as policy from './policy.ts'
import { refusalOf } from './read-report.ts'
import { planReport } from './report.ts'
import type { CsvOrder, CsvPart, CsvPlace, CsvReading } from './write-csv-part.ts'
import type writePart from './write-csv-part.thread.ts'
import { openUsedBuffers } from './used-buffers.ts'
import { csvHead } from './write-report-csv.ts'

const MODULE = new URL('write-csv-part.thread.ts', import.meta.url)

/** Rights are read again after this time. */
const RIGHTS_MS = 1_000
/** Statements of one part that may each take their whole time. */
const LONG_STATEMENTS = 4

/**
 * All rows as CSV. A worker thread reads and writes them in parts, so that the memory does not depend on the number of
 * rows.
 */
export const exportReport: FileHandler<typeof contract> = async (
  { params, query },
  { app: { db, config, threads }, actor: caller, reply },
) => {
  const locale = query.language
  /** The caller and the folder as they are now. Refuses when the caller may no longer export. */
  const open = async () => {
    const actor = { ...(await db.transaction().execute((trx) => reloadActor(trx, caller))), locale }
    const folder = await findProject(db, actor, params.projectId)
    assertAllowed(policy.exportReport(folder))
    return { actor, folder }
  }
  const { actor, folder } = await open()
  const report = await planReport(db, folder, query)
  const seconds = config.reportSeconds
  const options = {
    lane: 'download',
    turn: { accountId: caller.id, workspaceId: caller.workspaceId },
    timeoutMs: LONG_STATEMENTS * seconds * 1000,
    signal: clientSignal(reply),
  } as const
  const write: WritePart = (reading, place) => {
    const transfer = place.used ? [place.used] : []
    const writing = threads.run<typeof writePart>(MODULE, { ...reading, ...place, seconds }, { ...options, transfer })
    return refusingFailure(writing).catch((error: unknown) => {
      throw refusalOf(error)
    })
  }
  const parts = writeParts({ actor, report }, write, async () => {
    const now = await open()
    return { actor: now.actor, report: { ...report, folder: now.folder } }
  })
  const name = folder.depth === 0 ? '' : plainFileName(folder.name)
  const content = withHead(csvHead(unitOf(report.pair), locale), ahead(parts))
  return new FileAnswer('text/csv', `${name || 'report'}_${japaneseDay(new Date())}.csv`, content)
}

type WritePart = (reading: CsvReading, place: Pick<CsvOrder, 'from' | 'used'>) => Promise<CsvPart>

/** Yields the parts of a report. Reads rights again once per `RIGHTS_MS`, and after the last part. */
async function* writeParts(
  opened: CsvReading,
  write: WritePart,
  reopen: () => Promise<CsvReading>,
): AsyncGenerator<Uint8Array> {
  let reading = opened
  let readAt = performance.now()
  let from: CsvPlace | null = null
  const buffers = openUsedBuffers()
  do {
    const part: CsvPart = await write(reading, { from, used: buffers.take() })
    if (performance.now() - readAt >= RIGHTS_MS) {
      reading = await reopen()
      readAt = performance.now()
    }
    yield new Uint8Array(part.buffer, 0, part.length)
    buffers.add(part)
    from = part.next
  } while (from)
  await reopen()
}

async function* withHead(head: string, parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  yield head
  yield* parts
}
