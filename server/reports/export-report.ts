import { unitOf } from '@kaiwa/contract/report-pairs.ts'
import type { exportReport as contract } from '@kaiwa/contract/reports.ts'
import { toCell } from '@kaiwa/exchange/write/write-csv.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { FileHandler } from '../platform/http/route.ts'
import { plainFileName } from '../platform/plain-file-name.ts'
import { assertAllowed } from '../tree/policy.ts'
import { findProject } from '../tree/store/items.ts'
import { japaneseDay, japaneseTime } from './csv-cells.ts'
import * as policy from './policy.ts'
import { refusalOf } from './read-report.ts'
import { planReport, type Report } from './report.ts'
import { findSpeakerNames } from '../speakers/store/speaker-names.ts'
import { findTagNames } from './store/cross-table.ts'
import {
  type ExportBlock,
  type ExportMark,
  type FileBlocks,
  type ExportFile,
  findBlockSizes,
  findExportBlocks,
  findExportFiles,
  findRevisionTimes,
} from './store/export-batches.ts'
import { readWithin } from './store/statement-time.ts'
import { csvHead, csvWriter } from './write-report-csv.ts'

/** Maximum files that one statement lists, and maximum files and text of a batch. */
const LISTED_FILES = 200
const FILES_PER_BATCH = 5
const TEXT_PER_BATCH = 100_000
/** Bytes of text, and blocks, of a part of a longer file. */
const PART_BYTES = 300_000
const PART_BLOCKS = 2_000

/** Rights are read again after this time. */
const RIGHTS_MS = 1_000

/** All rows as CSV, in batches of files: the memory does not depend on the number of rows. */
export const exportReport: FileHandler<typeof contract> = async (
  { params, query },
  { app: { db, config }, actor: caller },
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
  const read: Read = (statements) =>
    readWithin(db, config.reportSeconds, statements).catch((error: unknown) => {
      throw refusalOf(error)
    })
  const rows = writeRows(read, { actor, report }, async () => {
    const now = await open()
    return { actor: now.actor, report: { ...report, folder: now.folder } }
  })
  const name = folder.depth === 0 ? '' : plainFileName(folder.name)
  return new FileAnswer('text/csv', `${name || 'report'}_${japaneseDay(new Date())}.csv`, rows)
}

/** Runs statements of the CSV, each of which may take `KAIWA_REPORT_SECONDS`. */
type Read = <T>(statements: (trx: Trx) => Promise<T>) => Promise<T>

interface Reading {
  actor: Actor
  report: Report
}

/** Groups files in order, so that each group has a limited number and text. */
function batchesOf(files: readonly ExportFile[]): ExportFile[][] {
  const batches: ExportFile[][] = []
  let text = 0
  for (const file of files) {
    const last = batches.at(-1)
    text += file.text_length
    if (last && last.length < FILES_PER_BATCH && text <= TEXT_PER_BATCH) last.push(file)
    else {
      batches.push([file])
      text = file.text_length
    }
  }
  return batches
}

interface Batch {
  files: readonly ExportFile[]
  blocks: readonly FileBlocks[]
  saves: Awaited<ReturnType<typeof findRevisionTimes>>
}

/** The blocks of a file that is longer than a batch, in parts, as ids. */
async function partsOf(read: Read, { actor, report }: Reading, { item_id }: ExportFile): Promise<number[][]> {
  const parts: number[][] = []
  let length = 0
  for (const { id, bytes } of await read((trx) => findBlockSizes(trx, actor, report, item_id))) {
    const last = parts.at(-1)
    length += bytes
    if (last && last.length < PART_BLOCKS && length <= PART_BYTES) last.push(id)
    else {
      parts.push([id])
      length = bytes
    }
  }
  return parts
}

async function* readBatch(read: Read, reading: Reading, files: readonly ExportFile[]): AsyncGenerator<Batch> {
  const { actor, report } = reading
  const itemIds = files.map(({ item_id }) => item_id)
  const transcriptIds = files.map(({ transcript_id }) => transcript_id)
  const readPart = (part: { blockIds?: number[] }): Promise<Batch> =>
    read(async (trx) => ({
      files,
      saves: await findRevisionTimes(trx, transcriptIds),
      blocks: await findExportBlocks(trx, actor, report, { itemIds, ...part }),
    }))
  const [file] = files
  if (!file || file.text_length <= TEXT_PER_BATCH) return yield readPart({})
  for (const blockIds of await partsOf(read, reading, file)) yield readPart({ blockIds })
}

/** Yields the batches of a report. Reads rights again once per `RIGHTS_MS`, and after the last batch. */
async function* readBatches(read: Read, opened: Reading, reopen: () => Promise<Reading>): AsyncGenerator<Batch> {
  let reading = opened
  let readAt = performance.now()
  let below: number | null = null
  for (;;) {
    const { actor, report } = reading
    const page: { below: number | null; limit: number } = { below, limit: LISTED_FILES }
    const files: ExportFile[] = await read((trx) => findExportFiles(trx, actor, report, page))
    for (const batch of batchesOf(files))
      for await (const part of readBatch(read, reading, batch)) {
        if (performance.now() - readAt >= RIGHTS_MS) {
          reading = await reopen()
          readAt = performance.now()
        }
        yield part
      }
    if (files.length < LISTED_FILES) break
    below = files.at(-1)?.id ?? null
  }
  await reopen()
}

/** Yields what `source` yields, and asks it for the next one while the current one is used. */
async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = source.next()
      // A consumer that stops early leaves this promise unawaited; it must not raise an unhandled rejection.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}

async function* writeRows(read: Read, opened: Reading, reopen: () => Promise<Reading>): AsyncGenerator<string> {
  const { actor, report } = opened
  const unit = unitOf(report.pair)
  const titles = new Map<number, string>()
  const times = new Map<string, string>()
  const created = new Map<number, string>()
  const speakers = new Map<number, string>()
  const tags = new Map<number, string>()
  const write = csvWriter(unit, actor.locale, {
    file: (id) => titles.get(id) ?? '',
    speaker: (id) => (id === null ? '' : (speakers.get(id) ?? '')),
    tag: (id) => tags.get(id) ?? '',
    updated: (fileId, revision) => times.get(`${fileId} ${revision}`) ?? created.get(fileId) ?? '',
  })
  yield csvHead(unit, actor.locale)
  for await (const { files, blocks, saves } of ahead(readBatches(read, opened, reopen))) {
    titles.clear()
    times.clear()
    created.clear()
    const fileOf = new Map(files.map(({ id, transcript_id }) => [transcript_id, id]))
    for (const file of files) {
      titles.set(file.id, toCell(file.title))
      created.set(file.id, japaneseTime(file.created_at))
    }
    for (const { transcript_id, revision, edited_at } of saves)
      times.set(`${fileOf.get(transcript_id)} ${revision}`, japaneseTime(edited_at))
    for (const { file_id, json } of blocks) {
      const parsed = JSON.parse(json) as readonly ExportBlock[]
      const newSpeakers = new Set<number>()
      const newTags = new Set<number>()
      for (const [, , speaker, , , , items] of parsed) {
        if (speaker !== null && !speakers.has(speaker)) newSpeakers.add(speaker)
        if (unit === 'passage') for (const [tag] of items as readonly ExportMark[]) if (!tags.has(tag)) newTags.add(tag)
      }
      if (newSpeakers.size > 0)
        for (const { id, name } of await read((trx) => findSpeakerNames(trx, actor, [...newSpeakers])))
          speakers.set(id, toCell(name))
      if (newTags.size > 0)
        for (const { id, name } of await read((trx) => findTagNames(trx, [...newTags]))) tags.set(id, toCell(name))
      yield* write(file_id, parsed)
    }
  }
}
