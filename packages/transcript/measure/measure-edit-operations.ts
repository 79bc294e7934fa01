// Benchmark of operations on documents of 10, 4,000 (60,000 words) and 16,000 blocks (240,000 words): `node
// packages/transcript/measure/measure-edit-operations.ts`. The cost of an operation on one block must not depend on the number of
// blocks.
import { applyChanges, compactChanges } from '../changes.ts'
import { BlockSequence } from '../block-sequence.ts'
import { uuidOf } from '../editable-document.ts'
import type { EditableDocument } from '../editable-document.ts'
import { changeSpeaker } from '../change-speaker.ts'
import type { EditableBlock } from '../editable-block.ts'
import { emptyHistory, push, undo } from '../undo-history.ts'
import { mergeBack } from '../merge-blocks.ts'
import { replaceAll } from '../replace-hits.ts'
import { splitBlock } from '../split-block.ts'
import { tagRanges } from '../tag-ranges.ts'
import { typeText } from '../type-text.ts'

const WORDS = [
  '本日',
  'は',
  '予算',
  'の',
  '件',
  'です',
  '確認',
  'を',
  'お願い',
  'します',
  'データ',
  'が',
  '来月',
  'まで',
  'に',
]

function blockOf(number: number): EditableBlock {
  let content = ''
  const terms = WORDS.map((text, index) => {
    const [offset, start_time] = [content.length, number * 3 + index / 5]
    content += text
    const times = { start_time, end_time: start_time + 0.2 }
    return { text, offset, ...times, type: 0 as const, score: 0, base: text, reading: '', confidence: 1 }
  })
  return {
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    content: `${content}。`,
    start_time: number * 3,
    end_time: number * 3 + 3,
    is_break: false,
    section_name: null,
    speaker_id: number % 4,
    sentiment: 0,
    terms,
    tags: [],
  }
}

function documentOf(blocks: number): EditableDocument {
  return {
    id: 1,
    revision: 1,
    blocks: BlockSequence.of(Array.from({ length: blocks }, (_, number) => blockOf(number))),
  }
}

/** Median duration of a run in µs. The first rounds (JIT, caches) are not counted. */
function median(rounds: number, run: () => unknown): number {
  const times: number[] = []
  for (let round = 0; round < rounds * 2; round++) {
    const start = performance.now()
    run()
    if (round >= rounds) times.push((performance.now() - start) * 1000)
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!
}

function createUuid() {
  return crypto.randomUUID()
}

function measure(document: EditableDocument): Record<string, number> {
  const { length } = document.blocks
  const { uuid } = document.blocks.at(length >> 1)!
  const typed = typeText(document, { uuid, start: 3, end: 3 }, 'あ')!
  const touched = new Set(typed.changes.map(uuidOf))
  const set = compactChanges(document, typed.document, touched)
  const history = push(emptyHistory, typed.changes, { at: 0 })
  return {
    type: median(500, () => typeText(document, { uuid, start: 3, end: 3 }, 'あ')),
    undo: median(500, () => undo(history, typed.document)),
    split: median(500, () => splitBlock(document, { uuid, offset: 9 }, createUuid)),
    merge: median(500, () => mergeBack(document, uuid, createUuid)),
    tag: median(500, () => tagRanges(document, [{ uuid, start: 2, end: 5 }], 1, createUuid)),
    'change set of one block': median(500, () => compactChanges(document, typed.document, touched)),
    'follow a save of one block': median(500, () => applyChanges(document, set, 2)),
  }
}

const sizes = [10, 4_000, 16_000]
const documents = sizes.map(documentOf)
const measured = documents.map(measure)

function row(name: string, cells: readonly string[]) {
  return console.log(name.padEnd(30) + cells.map((cell) => cell.padStart(16)).join(''))
}

row('µs, median', [...sizes.map((size) => `${size} blocks`), '16000 / 10'])
for (const name of Object.keys(measured[0]!)) {
  const times = measured.map((one) => one[name]!)
  row(name, [...times.map((time) => time.toFixed(1)), (times.at(-1)! / times[0]!).toFixed(2)])
}

const long = documents[1]!
const { edit, hits } = replaceAll(long, { query: 'の', replacement: 'が' })

function fresh() {
  return replaceAll(documentOf(5_000), { query: 'の', replacement: 'が' })
}

const building = median(5, () => documentOf(5_000)) / 1000
console.log(`replace all, 5,000 hits in 5,000 blocks: ${(median(5, fresh) / 1000 - building).toFixed(1)} ms`)
console.log(
  `replace all again, ${hits} hits: ${(median(5, () => replaceAll(long, { query: 'の', replacement: 'が' })) / 1000).toFixed(1)} ms`,
)
console.log(
  `undo of it: ${(median(5, () => undo(push(emptyHistory, edit!.changes, { at: 0 }), edit!.document)) / 1000).toFixed(1)} ms`,
)

function speaker() {
  return changeSpeaker(long, { uuid: long.blocks.at(0)!.uuid, speaker_id: 9, mode: 'multi' })
}

const changed = speaker()!
console.log(`speaker of ${changed.changes.length} blocks: ${(median(20, speaker) / 1000).toFixed(1)} ms`)
const all = new Set(changed.changes.map(uuidOf))
console.log(`change set of it: ${(median(20, () => compactChanges(long, changed.document, all)) / 1000).toFixed(1)} ms`)
