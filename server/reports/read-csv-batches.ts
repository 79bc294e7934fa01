// Reads the rows of a report in batches of files, or of the blocks of a long file, from a place on.
import { unitOf } from '@kaiwa/contract/report-pairs.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import type { Report } from './report.ts'
import {
  type ExportFile,
  type FileBlocks,
  findBlockSizes,
  findExportBlocks,
  findExportFiles,
  findRevisionTimes,
} from './store/export-batches.ts'

/** Maximum files that one statement lists, and maximum files and text of a batch. */
const LISTED_FILES = 50
const FILES_PER_BATCH = 4
/** Less where each word or passage is a row with the text of its block. */
const TEXT_PER_BATCH = { block: 150_000, word: 50_000, passage: 50_000 }
/** Bytes of text, and blocks, of a part of a longer file. */
const PART_BYTES = 300_000
const PART_BLOCKS = 2_000
/** After this text or time no further batch is read. */
const MAX_TEXT = { block: 500_000, word: 50_000, passage: 50_000 }
const MAX_MS = 500

/** A place between two rows of a report; plain data. */
export interface CsvPlace {
  /** Files below this id follow; null for all. */
  below: number | null
  /** The rest of a long file, which comes before: the ids of its blocks in parts. */
  rest: { file: ExportFile; parts: readonly number[][] } | null
  /** Rows of the next batch that are left out. */
  skip: number
}

export interface CsvBatch {
  /** Start of the batch. */
  place: CsvPlace
  /** Start of the next batch; null after the last one. */
  next: CsvPlace | null
  files: readonly ExportFile[]
  blocks: readonly FileBlocks[]
  saves: Awaited<ReturnType<typeof findRevisionTimes>>
}

const START: CsvPlace = { below: null, rest: null, skip: 0 }

/** Groups files in order. The number of files and the text of a group are limited; a long file is a group of its own. */
function groupsOf(files: readonly ExportFile[], maxText: number): ExportFile[][] {
  const groups: ExportFile[][] = []
  let text = 0
  for (const file of files) {
    const last = groups.at(-1)
    text += file.text_length
    if (last && last.length < FILES_PER_BATCH && text <= maxText) last.push(file)
    else {
      groups.push([file])
      text = file.text_length
    }
  }
  return groups
}

/** Yields the batches of one part. `next` of the last batch is the start of the next part. */
export async function* readBatches(
  db: Db,
  { actor, report }: { actor: Actor; report: Report },
  from: CsvPlace | null,
): AsyncGenerator<CsvBatch> {
  const unit = unitOf(report.pair)
  const since = performance.now()
  let text = 0
  const isEnough = () => text > 0 && (text >= MAX_TEXT[unit] || performance.now() - since >= MAX_MS)

  const readBatch = async (files: readonly ExportFile[], blockIds?: readonly number[]) => {
    const among = { itemIds: files.map(({ item_id }) => item_id), ...(blockIds ? { blockIds } : {}) }
    const saves = await findRevisionTimes(
      db,
      files.map(({ transcript_id }) => transcript_id),
    )
    return { files, saves, blocks: await findExportBlocks(db, actor, report, among) }
  }

  /** The blocks of a file that is longer than a batch, in parts, as ids. */
  const partsOf = async ({ item_id }: ExportFile): Promise<number[][]> => {
    const parts: number[][] = []
    let length = 0
    for (const { id, bytes } of await findBlockSizes(db, actor, report, item_id)) {
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

  let place = from ?? START
  for (;;) {
    const { below, rest } = place
    if (rest) {
      const [blockIds, ...parts] = rest.parts
      const after: CsvPlace = { below, rest: parts.length > 0 ? { file: rest.file, parts } : null, skip: 0 }
      if (blockIds) {
        yield { place, next: after, ...(await readBatch([rest.file], blockIds)) }
        text += PART_BYTES
        if (isEnough()) return
      }
      place = after
      continue
    }
    const files: ExportFile[] = await findExportFiles(db, actor, report, { below, limit: LISTED_FILES })
    for (const group of groupsOf(files, TEXT_PER_BATCH[unit])) {
      const last = group.at(-1)!
      if (last.text_length > TEXT_PER_BATCH[unit]) {
        place = { below: last.id, rest: { file: last, parts: await partsOf(last) }, skip: 0 }
        break
      }
      const isLast = files.length < LISTED_FILES && last === files.at(-1)
      const after: CsvPlace = { below: last.id, rest: null, skip: 0 }
      yield { place, next: isLast ? null : after, ...(await readBatch(group)) }
      text += group.reduce((sum, { text_length: length }) => sum + length, 0) + 1
      if (isEnough()) return
      place = after
    }
    if (place.rest) continue
    if (files.length < LISTED_FILES) return
  }
}
