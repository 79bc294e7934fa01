// Writes a part of the CSV of a report: reads batches of files, or of the blocks of a long file, until enough text was read.
// Uses only the database, so that it can run in a worker thread (write-csv-part.thread.ts).
import { unitOf } from '@kaiwa/contract/report-pairs.ts'
import { toCell } from '@kaiwa/exchange/write/write-csv.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { findSpeakerNames } from '../speakers/store/speaker-names.ts'
import { ahead } from './ahead.ts'
import { japaneseTime } from './csv-cells.ts'
import { type CsvBatch, type CsvPlace, readBatches } from './read-csv-batches.ts'
import type { Report } from './report.ts'
import { findTagNames } from './store/cross-table.ts'
import type { ExportBlock, ExportMark } from './store/export-batches.ts'
import { readWithin } from './store/statement-time.ts'
import { csvWriter, type Names } from './write-report-csv.ts'

export type { CsvPlace } from './read-csv-batches.ts'

export interface CsvReading {
  actor: Actor
  report: Report
}

export interface CsvPart {
  /** Rows in UTF-8 in the first `length` bytes. */
  buffer: ArrayBuffer
  length: number
  /** Start of the next part; null after the last row. */
  next: CsvPlace | null
}

/** A part ends in the middle of a batch after this number of bytes: each word of a block is a row with its text. */
const MAX_BYTES = 16_000_000
const FIRST_BYTES = 64_000
/** Bytes of a UTF-16 code unit in UTF-8. */
const MAX_UNIT_BYTES = 3

/** Collects text in a buffer, which grows if it must. */
function openSink(used: ArrayBuffer | null) {
  let buffer = used ?? new ArrayBuffer(FIRST_BYTES)
  let view = Buffer.from(buffer)
  let length = 0
  return {
    write(text: string): void {
      const needed = length + text.length * MAX_UNIT_BYTES
      if (needed > buffer.byteLength) {
        buffer = buffer.transfer(Math.max(needed, 2 * buffer.byteLength))
        view = Buffer.from(buffer)
      }
      length += view.write(text, length)
    },
    isFull: () => length >= MAX_BYTES,
    content: () => ({ buffer, length }),
  }
}

/** Names of speakers and tags, and times of saves, as cells. */
function openCells(db: Db, { actor, report }: CsvReading) {
  const unit = unitOf(report.pair)
  const titles = new Map<number, string>()
  const times = new Map<string, string>()
  const created = new Map<number, string>()
  const speakers = new Map<number, string>()
  const tags = new Map<number, string>()
  const names: Names = {
    file: (id) => titles.get(id) ?? '',
    speaker: (id) => (id === null ? '' : (speakers.get(id) ?? '')),
    tag: (id) => tags.get(id) ?? '',
    updated: (fileId, revision) => times.get(`${fileId} ${revision}`) ?? created.get(fileId) ?? '',
  }
  return {
    names,
    useFiles({ files, saves }: CsvBatch): void {
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
    },
    /** Reads the names of speakers and tags that are not known yet. */
    async useBlocks(blocks: readonly ExportBlock[]): Promise<void> {
      const newSpeakers = new Set<number>()
      const newTags = new Set<number>()
      for (const [, , speaker, , , , items] of blocks) {
        if (speaker !== null && !speakers.has(speaker)) newSpeakers.add(speaker)
        if (unit === 'passage') for (const [tag] of items as readonly ExportMark[]) if (!tags.has(tag)) newTags.add(tag)
      }
      if (newSpeakers.size > 0)
        for (const { id, name } of await findSpeakerNames(db, actor, [...newSpeakers])) speakers.set(id, toCell(name))
      if (newTags.size > 0) for (const { id, name } of await findTagNames(db, [...newTags])) tags.set(id, toCell(name))
    },
  }
}

export interface CsvOrder extends CsvReading {
  /** Limit of each statement. */
  seconds: number
  /** Start of the part; null for the first one. */
  from: CsvPlace | null
  /** The buffer of an earlier part, which is used again. */
  used: ArrayBuffer | null
}

export function writeCsvPart(db: Db, { seconds, from, used, ...reading }: CsvOrder): Promise<CsvPart> {
  return readWithin(db, seconds, async (connection) => {
    const cells = openCells(connection, reading)
    const write = csvWriter(unitOf(reading.report.pair), reading.actor.locale, cells.names)
    const sink = openSink(used)
    let next: CsvPlace | null = null
    for await (const batch of ahead(readBatches(connection, reading, from))) {
      cells.useFiles(batch)
      let row = 0
      for (const { file_id, json } of batch.blocks) {
        const blocks = JSON.parse(json) as readonly ExportBlock[]
        await cells.useBlocks(blocks)
        for (const { text, rows } of write(file_id, blocks, Math.max(0, batch.place.skip - row))) {
          row += rows
          sink.write(text)
          if (sink.isFull()) return { ...sink.content(), next: { ...batch.place, skip: row } }
        }
      }
      ;({ next } = batch)
    }
    return { ...sink.content(), next }
  })
}
