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
} from './store/export-batches.ts'

/** Maximum files that one statement lists, and maximum files and text of a batch. */
const LISTED_FILES = 50
const FILES_PER_BATCH = 5
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
  /** The rest of a long file, which comes first: the ids of its blocks in parts. */
  rest: { file: ExportFile; parts: readonly number[][] } | null
  /** Files that were listed and follow. */
  listed: readonly ExportFile[]
  /** Then the files below this id, or all; null if no files follow. */
  more: { below: number | null } | null
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
}

const START: CsvPlace = { rest: null, listed: [], more: { below: null }, skip: 0 }

/** The files of the next batch, limited by their number and their text. A long file is a batch by itself. */
function firstGroup(files: readonly ExportFile[], maxText: number): readonly ExportFile[] {
  let text = 0
  const end = files.findIndex(({ text_length: length }, index) => {
    text += length
    return index > 0 && (index >= FILES_PER_BATCH || text > maxText)
  })
  return end === -1 ? files : files.slice(0, end)
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

  const batchAt = async (
    place: CsvPlace,
    after: CsvPlace,
    files: readonly ExportFile[],
    blockIds?: readonly number[],
  ) => {
    const among = { itemIds: files.map(({ item_id }) => item_id), ...(blockIds ? { blockIds } : {}) }
    const isLast = !after.rest && after.listed.length === 0 && !after.more
    return { place, next: isLast ? null : after, files, blocks: await findExportBlocks(db, actor, report, among) }
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
    const { rest, listed, more } = place
    const [first] = listed
    if (rest) {
      const [blockIds, ...parts] = rest.parts
      const after = { ...place, rest: parts.length > 0 ? { file: rest.file, parts } : null, skip: 0 }
      if (blockIds) {
        yield await batchAt(place, after, [rest.file], blockIds)
        text += PART_BYTES
        if (isEnough()) return
      }
      place = after
    } else if (first && first.text_length > TEXT_PER_BATCH[unit])
      place = { ...place, rest: { file: first, parts: await partsOf(first) }, listed: listed.slice(1) }
    else if (first) {
      const group = firstGroup(listed, TEXT_PER_BATCH[unit])
      const after = { ...place, listed: listed.slice(group.length), skip: 0 }
      yield await batchAt(place, after, group)
      text += group.reduce((sum, { text_length: length }) => sum + length, 0) + 1
      if (isEnough()) return
      place = after
    } else if (more) {
      const files: ExportFile[] = await findExportFiles(db, actor, report, { ...more, limit: LISTED_FILES })
      place = { ...place, listed: files, more: files.length < LISTED_FILES ? null : { below: files.at(-1)!.id } }
    } else return
  }
}
