// R6: applies random edits, undos, redos and saves to a document and to the oracle, which undoes by keeping every
// state.
import { applyChanges, compactChanges } from '../changes.ts'
import { uuidOf } from '../editable-document.ts'
import type { EditableDocument } from '../editable-document.ts'
import { checkChanges } from '../check-changes.ts'
import { type EditableBlock, sameBlock } from '../editable-block.ts'
import { emptyHistory, push, redo, undo } from '../undo-history.ts'
import { type ModelBlock, readBlock, readModel, toModel } from './oracle.ts'
import { randomDocument, randomOf } from './random-document.ts'
import { randomOperation, type State } from './random-operation.ts'

const compared = new WeakMap<EditableBlock, ModelBlock>()

function compare({ document, model }: State): void {
  const blocks = [...document.blocks]
  if (blocks.length !== model.length) throw new Error(`${blocks.length} blocks, the oracle has ${model.length}`)
  for (const [index, block] of blocks.entries()) {
    const own = model[index]!
    if (compared.get(block) === own) continue
    const [read, right] = [readBlock(block), readModel(own)]
    if (read !== right) throw new Error(`block ${index}:\n${read}\nthe oracle has\n${right}`)
    compared.set(block, own)
  }
}

function bytesOf({ blocks }: EditableDocument): string {
  return JSON.stringify([...blocks])
}

/** Saves: the smallest change set must be valid and produce the same document on the receiving side. */
function save(saved: EditableDocument, document: EditableDocument, touched: ReadonlySet<string>): void {
  const set = JSON.parse(JSON.stringify(compactChanges(saved, document, touched))) as ReturnType<typeof compactChanges>
  const extent = { has: (uuid: string) => saved.blocks.get(uuid) !== undefined, length: saved.blocks.length }
  const [problem] = checkChanges(extent, set)
  if (problem) throw new Error(`a save has ${problem.fault} at ${problem.path}`)
  const followed = [...applyChanges(saved, set, 2).document.blocks]
  const blocks = [...document.blocks]
  const isSame = followed.length === blocks.length && blocks.every((block, at) => sameBlock(block, followed[at]!))
  if (!isSame) throw new Error('a client that applies the save gets a different document')
}

class Session {
  state: State
  #history = emptyHistory
  /** The oracle's states before each batch, and the undone states. */
  readonly #past: (readonly ModelBlock[])[] = []
  readonly #future: (readonly ModelBlock[])[] = []
  #saved: EditableDocument
  #touched = new Set<string>()
  #uuids = 0

  constructor(document: EditableDocument) {
    this.#saved = document
    this.state = { document, model: [...document.blocks].map(toModel) }
  }

  travel(isBack: boolean): boolean {
    const travelled = (isBack ? undo : redo)(this.#history, this.state.document)
    if (!travelled) return false
    const [from, to] = isBack ? [this.#past, this.#future] : [this.#future, this.#past]
    to.push(this.state.model)
    this.state = { document: travelled.document, model: from.pop()! }
    this.#history = travelled.history
    for (const change of travelled.changes) this.#touched.add(uuidOf(change))
    return true
  }

  edit(random: (below: number) => number, at: number): void {
    const { edit, model, isTyping = false } = randomOperation(this.state, random, () => `new-${++this.#uuids}`)
    if (edit) {
      const depth = this.#history.done?.depth ?? 0
      this.#history = push(this.#history, edit.changes, { at, isTyping })
      if (this.#history.done!.depth > depth) this.#past.push(this.state.model)
      this.#future.length = 0
      for (const change of edit.changes) this.#touched.add(uuidOf(change))
    }
    this.state = { document: edit?.document ?? this.state.document, model }
  }

  save(): void {
    save(this.#saved, this.state.document, this.#touched)
    this.#saved = this.state.document
    this.#touched = new Set()
  }
}

/** Makes `edits` random edits, undos, redos and saves. Throws at the first difference from the oracle. */
export function runRandomEdits(seed: number, edits: number): void {
  const random = randomOf(seed)
  const first = randomDocument(random)
  const session = new Session(first)
  for (let number = 0; number < edits; number++) {
    try {
      const kind = random(100)
      if (kind < 8) session.travel(kind < 5)
      else session.edit(random, number * 100)
      compare(session.state)
      if (random(40) === 0) session.save()
    } catch (cause) {
      throw new Error(`seed ${seed}, edit ${number}: ${String(cause)}`, { cause })
    }
  }
  while (session.travel(true));
  if (bytesOf(session.state.document) !== bytesOf(first))
    throw new Error(`seed ${seed}: undoing everything does not restore the original bytes`)
}
