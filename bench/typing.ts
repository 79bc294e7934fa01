// The cost of a keystroke in transcripts of several designs in real Chromium: main thread time from the key until the
// frame that shows it is done: script, style, layout and paint. Time taken by other processes is not counted, and the
// time of two frames without a key is subtracted.

import type { Page } from 'playwright-core'
import { openEditorPage } from './editor-page.ts'
import { toResult, median, report } from './measure.ts'
import { IS_SHORT } from './run-options.ts'

/** ours; plain: paragraphs in one editable element; spans: the same with an element per word. */
type Design = 'ours' | 'plain' | 'spans'
type Language = 'ja' | 'en'

interface Document {
  design: Design
  language: Language
  /** 0 for one empty block. */
  words: number
}

const WORDS_PER_BLOCK = 15

interface Typing {
  page: Page
  /** Opens a document with the caret in its middle. */
  open(document: Document): Promise<void>
  /** Milliseconds for each of `keys` keystrokes, typed in sequence. */
  type(keys: number, language: Language): Promise<number[]>
  close(): Promise<void>
}

/** The value that the given share of the measurements does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

async function fill(page: Page, { design, language, words }: Document): Promise<void> {
  await page.evaluate(
    async ([kind, textLanguage, count, each]) => {
      const { make, open } = window.editor
      const blocks =
        count === 0 ? [make.block('block-0', 0, '')] : make.longTranscript(Math.ceil(count / each), each, textLanguage)
      const middle = Math.floor(blocks.length / 2)
      const { content, uuid } = blocks[middle]!
      if (kind === 'ours') {
        window.editor.bench = open(blocks)
        window.editor.bench.session.setEditing(true)
        window.editor.bench.view.focusAt({ uuid, offset: content.length >> 1 })
      } else {
        window.editor.bench?.view.destroy()
        delete window.editor.bench
        document.body.innerHTML = ''
        const scroller = document.createElement('div')
        scroller.style.cssText = 'height: 800px; overflow: auto'
        const root = document.createElement('div')
        root.contentEditable = 'true'
        root.style.cssText =
          'max-width: 704px; margin: 0 auto; font-size: 16px; line-height: 1.75; white-space: pre-wrap'
        for (const { content: text, terms } of blocks) {
          const paragraph = document.createElement('p')
          if (kind === 'plain') paragraph.textContent = text
          for (const [number, term] of kind === 'spans' ? terms.entries() : []) {
            const span = document.createElement('span')
            span.dataset['start'] = String(term.start_time)
            span.textContent = text.slice(term.offset, terms[number + 1]?.offset ?? text.length)
            paragraph.append(span)
          }
          if (text === '') paragraph.append(document.createElement('br'))
          root.append(paragraph)
        }
        scroller.append(root)
        document.body.append(scroller)
        root.focus()
        const paragraph = root.children[middle]!
        paragraph.scrollIntoView({ block: 'center' })
        const spans = paragraph.children
        const text = kind === 'spans' && count > 0 ? spans[spans.length >> 1]!.firstChild! : paragraph.firstChild!
        getSelection()!.collapse(text.nodeName === 'BR' ? paragraph : text, (text.nodeValue?.length ?? 0) >> 1)
      }
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
    },
    [design, language, words, WORDS_PER_BLOCK] as const,
  )
}

export async function openTyping(): Promise<Typing> {
  const { page, session, spent, close } = await openEditorPage()
  const repeat = async (times: number, act: () => Promise<unknown>): Promise<number[]> => {
    const costs: number[] = []
    for (let time = 0; time < times; time++) costs.push(await spent(act))
    return costs
  }
  const press = (text: string) => async () => {
    const key = { key: text, text, unmodifiedText: text, windowsVirtualKeyCode: 65 }
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text })
  }

  return {
    page,
    open: (document) => fill(page, document),
    async type(keys, language) {
      await repeat(10, press(language === 'ja' ? 'あ' : 'a'))
      const still = median(await repeat(15, async () => {}))
      return (await repeat(keys, press(language === 'ja' ? 'あ' : 'a'))).map((ms) => Math.max(0.01, ms - still))
    },
    close,
  }
}

const SHARES = { p50: 0.5, p95: 0.95 } as const

interface TypingFigure {
  id: string
  words: number
  language: Language
  goals: Partial<Record<keyof typeof SHARES, number>>
  note: string
}

/** Types alternately in ours and in an empty document and reports each goal; then once in the peer designs. */
export async function compareTyping(typing: Typing, { id, words, language, goals, note }: TypingFigure): Promise<void> {
  const keys = IS_SHORT ? 20 : 60
  const measured = async (design: Design, many: number) => {
    await typing.open({ design, language, words: many })
    return typing.type(keys, language)
  }
  const pairs: { ours: number[]; peer: number[] }[] = []
  for (let pair = 0; pair <= (IS_SHORT ? 2 : 5); pair++)
    pairs.push({ ours: await measured('ours', words), peer: await measured('ours', 0) })
  const designs: string[] = []
  for (const design of ['plain', 'spans'] as const)
    designs.push(`${design} ${quantile(await measured(design, words), SHARES.p50).toFixed(1)} ms`)
  for (const [name, share] of Object.entries(SHARES)) {
    const goal = goals[name as keyof typeof SHARES]
    if (goal === undefined) continue
    const counted = pairs
      .slice(1)
      .map(({ ours, peer }) => ({ ours: quantile(ours, share), peer: quantile(peer, share) }))
    const about = `${words} words against an empty document; p50 of the peers' designs: ${designs.join(', ')}; ${note}`
    await report(toResult({ id: `${id}-${language}-${name}`, goal: { atMost: goal }, note: about }, counted))
  }
}
