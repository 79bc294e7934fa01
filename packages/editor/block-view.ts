import { formatTime, hasPassageMark, sentimentSign } from '@kaiwa/transcript'
import type { Node } from 'prosemirror-model'
import type { NodeView, ViewMutationRecord } from 'prosemirror-view'
import type { BlockViews } from './block-views.ts'
import { iconButton } from './icon-button.ts'
import type { Labels } from './labels.ts'
import { attributesOf } from './schema.ts'
import type { BlockAttributes } from './schema.ts'

/** The user's permissions, as computed by the server. They decide which buttons are shown. */
export interface Abilities {
  readonly section: boolean
  readonly speaker: boolean
  readonly comment: boolean
}

/** Settings shared by all blocks of a view. They are read on every draw. */
export interface BlockSettings {
  readonly labels: Labels
  abilities: Abilities
  /** Language tag of the text; '' when unknown. */
  readonly language: string
  /** True in edit mode. */
  isEditable: boolean
  /** Blocks that cannot be edited now, and the reason as tooltip. */
  locked: { readonly uuids: ReadonlySet<string>; readonly tooltip: string }
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.className = className
  return made
}

let pattern: HTMLElement | null = null

/** An empty block. Cloning a template is several times faster than creating the elements. */
function emptyBlock(): HTMLElement {
  if (!pattern) {
    pattern = element('div', 'kaiwa-block')
    pattern.append(element('p', 'kaiwa-text'))
  }
  return pattern.cloneNode(true) as HTMLElement
}

function timeButton(): HTMLButtonElement {
  const time = element('button', 'kaiwa-time')
  time.type = 'button'
  time.tabIndex = -1
  time.contentEditable = 'false'
  return time
}

/** Blocks that have their buttons from the start, so that the first frame of a view shows them. */
const REVEALED_BLOCKS = 64

/**
 * Node view of one block: section name, speaker (where a paragraph starts), time, text and sentiment. Only the text is
 * editable; the rest is drawn from the attributes. Text and headings are always on the page. Buttons and marks are made
 * when the block first comes near the window: a long transcript would have tens of thousands. They are not tab stops; the
 * arrow keys move between them, see `roving-tabindex.ts`.
 */
export class BlockView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  #time: HTMLButtonElement | null = null
  #speakerButton: HTMLElement | null = null
  #decorations: HTMLElement[] = []
  #shown: BlockAttributes
  #isMarked: boolean
  readonly #settings: BlockSettings
  readonly #views: BlockViews<BlockView>

  constructor(node: Node, settings: BlockSettings, views: BlockViews<BlockView>) {
    this.#settings = settings
    this.#views = views
    this.#shown = attributesOf(node)
    this.#isMarked = hasPassageMark(node.textContent)
    this.dom = emptyBlock()
    this.contentDOM = this.dom.lastChild as HTMLElement
    this.contentDOM.lang = settings.language
    if (views.size < REVEALED_BLOCKS) this.#addTime()
    views.add(this.uuid, this)
    this.draw()
  }

  /** The button with the start time. */
  get time(): HTMLButtonElement {
    this.reveal()
    return this.#time!
  }

  /** The speaker button. Present where a paragraph starts and the speaker may be changed. */
  get speaker(): HTMLElement | null {
    this.reveal()
    return this.#speakerButton
  }

  /** Makes the buttons and marks of the block. */
  reveal(): void {
    if (this.#time) return
    this.#addTime()
    this.draw()
  }

  #addTime(): void {
    this.#time = timeButton()
    this.dom.insertBefore(this.#time, this.contentDOM)
  }

  get uuid(): string {
    return this.#shown.uuid
  }

  get hasSection(): boolean {
    return this.#shown.section_name !== null
  }

  /** An element is never reused for another block. */
  update(node: Node): boolean {
    const next = attributesOf(node)
    if (node.type.name !== 'block' || next.uuid !== this.uuid) return false
    const isMarked = hasPassageMark(node.textContent)
    const changed = next !== this.#shown || isMarked !== this.#isMarked
    this.#shown = next
    this.#isMarked = isMarked
    if (changed) this.draw()
    return true
  }

  destroy(): void {
    this.#views.remove(this.uuid, this)
  }

  /** Ignores DOM changes outside the text: playback marks and buttons are not edits. */
  ignoreMutation(mutation: ViewMutationRecord): boolean {
    if (mutation.type === 'selection') return false
    return (
      !this.contentDOM.contains(mutation.target) ||
      (mutation.type === 'attributes' && mutation.target === this.contentDOM)
    )
  }

  /** ProseMirror does not handle events of the buttons. */
  stopEvent(event: Event): boolean {
    return event.target instanceof globalThis.Node && !this.contentDOM.contains(event.target)
  }

  draw(): void {
    const { uuid, start_time, speaker_id, section_name, starts_paragraph } = this.#shown
    this.dom.dataset.block = uuid
    this.dom.dataset.speaker = String(speaker_id ?? 0)
    for (const old of this.#decorations) old.remove()
    this.#decorations = []
    this.#speakerButton = null
    if (section_name !== null) this.#insertPart(this.#section(section_name))
    if (starts_paragraph) this.#insertPart(this.#speaker(speaker_id))
    this.drawLock()
    if (!this.#time) return
    const time = formatTime(start_time)
    this.#time.textContent = time
    this.#time.ariaLabel = this.#settings.labels.playFrom(time)
    const mark = this.#sentiment()
    if (mark) {
      this.#decorations.push(mark)
      this.dom.append(mark)
    }
    const { recogniseAgain } = this.#settings.labels
    if (this.#isMarked && recogniseAgain) {
      const again = iconButton('recogniseAgain', recogniseAgain)
      again.contentEditable = 'false'
      again.append(recogniseAgain)
      this.#decorations.push(again)
      this.dom.append(again)
    }
  }

  /** Shows whether the block is locked. */
  drawLock(): void {
    const { uuids, tooltip } = this.#settings.locked
    const isLocked = uuids.has(this.uuid)
    if (isLocked === this.dom.hasAttribute('data-locked') && this.contentDOM.title === (isLocked ? tooltip : '')) return
    this.dom.toggleAttribute('data-locked', isLocked)
    this.contentDOM.title = isLocked ? tooltip : ''
    // contentEditable=false stops the browser before it changes the text.
    this.contentDOM.contentEditable = isLocked ? 'false' : 'inherit'
  }

  #insertPart(part: HTMLElement): void {
    part.contentEditable = 'false'
    this.#decorations.push(part)
    this.dom.insertBefore(part, this.#time ?? this.contentDOM)
  }

  #section(name: string): HTMLElement {
    const part = element('h2', 'kaiwa-section')
    const text = element('span', 'kaiwa-section-name')
    text.textContent = name
    part.append(text)
    // Without the names of its buttons.
    part.ariaLabel = name
    if (this.#time && this.#settings.abilities.section) {
      const { editSection, deleteSection } = this.#settings.labels
      part.append(iconButton('section', editSection(name)), iconButton('removeSection', deleteSection(name)))
    }
    return part
  }

  #speaker(id: number | null): HTMLElement {
    const part = element('h3', 'kaiwa-speaker')
    const name = this.#settings.labels.speaker(id)
    if (!this.#time || !this.#settings.abilities.speaker) {
      part.textContent = name
      return part
    }
    const button = element('button', 'kaiwa-speaker-name')
    button.type = 'button'
    button.tabIndex = -1
    button.dataset.action = 'speaker'
    button.textContent = name
    button.title = this.#settings.labels.changeSpeaker(name)
    button.ariaHasPopup = 'dialog'
    part.append(button)
    this.#speakerButton = button
    return part
  }

  #sentiment(): HTMLElement | null {
    const sentiment = sentimentSign(this.#shown.sentiment)
    if (sentiment === 'neutral') return null
    const { labels } = this.#settings
    const mark = element('span', 'kaiwa-sentiment')
    mark.dataset.sentiment = sentiment
    mark.role = 'img'
    mark.ariaLabel = labels[sentiment]
    mark.title = labels[sentiment]
    mark.contentEditable = 'false'
    return mark
  }
}
