// Drives a transcript in a real browser with the test notation (see `packages/transcript/test/notation.ts`): lines in,
// key presses, lines out. ^ marks the caret or both ends of the selection.

import { fileURLToPath } from 'node:url'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { BlockSequence, typeText } from '@kaiwa/transcript'
import type { EditableBlock, EditableDocument, TextPosition } from '@kaiwa/transcript'
import { parse, show } from '@kaiwa/transcript/test/notation.ts'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { bundle } from './browser.ts'

const CARET = '\uE000'

function toBlock(block: EditableBlock): Block {
  return {
    ...block,
    id: 1,
    transcript_id: 1,
    project_file_id: 1,
    speaker: null,
    length: block.content.length,
    is_sentiment_manual: Boolean(block.is_sentiment_manual),
    terms: [...block.terms],
    tags: [...block.tags],
  }
}

/** A document as lines with the carets in place. */
function linesOf(document: EditableDocument, carets: readonly TextPosition[]): string {
  const marked = carets.reduceRight(
    (before, { uuid, offset }) => typeText(before, { uuid, start: offset, end: offset }, CARET)!.document,
    document,
  )
  return show(marked).replaceAll(CARET, '^')
}

/** The same lines in the format of the driver, for comparison. */
export function lines(text: string): string {
  const { document, carets } = parse(text)
  return linesOf(document, carets)
}

export interface Driver {
  readonly page: Page
  /** Opens a document for editing, with the caret or selection given in the text. */
  open(text: string): Promise<void>
  /** The session's document and the caret. Throws when the page shows a different text. */
  shown(): Promise<string>
  /** Key names as in Playwright. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Runs composition steps as an input method does; the keys go to the input method. */
  compose(...steps: string[]): Promise<void>
  /** Ends the composition with `text`, like the confirming Enter. */
  confirm(text: string): Promise<void>
  /** Presses a key that the input method handles. */
  keyToMethod(key: string, modifiers?: number): Promise<void>
  close(): Promise<void>
}

let parts: Promise<{ script: string; style: string }> | undefined

/** A page with the editor's script. */
export async function openPage(browser: Browser): Promise<Page> {
  parts ??= bundle(fileURLToPath(new URL('test-page.ts', import.meta.url)))
  const { script, style } = await parts
  const context = await browser.newContext({
    viewport: { width: 1000, height: 800 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await page.setContent(
    `<!doctype html><html lang="ja"><style>${style} body { container-type: inline-size }</style><body></body></html>`,
  )
  await page.addScriptTag({ content: script })
  return page
}

async function readPage(page: Page) {
  return page.evaluate(async () => {
    // The browser fires selectionchange with the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const { view, session } = window.editor.bench!
    const blocks = [...session.getState().document.blocks]
    const texts = [...document.querySelectorAll('.kaiwa-block')].map((block) => ({
      uuid: (block as HTMLElement).dataset['block'],
      content: block.querySelector('.kaiwa-text')!.textContent,
    }))
    const ranges = view.selectedRanges()
    const caret = view.caret()
    return { blocks, texts, ranges, caret }
  })
}

export async function openDriver(browser: Browser): Promise<Driver> {
  const page = await openPage(browser)
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const key = (type: 'rawKeyDown' | 'keyUp', name: string, modifiers = 0) =>
    cdp.send('Input.dispatchKeyEvent', { type, key: name, code: name, windowsVirtualKeyCode: 229, modifiers })

  const driver: Driver = {
    page,
    async open(text) {
      const { document, carets } = parse(text)
      await page.evaluate(
        async ([blocks, from, to]) => {
          window.editor.bench = window.editor.open(blocks)
          const { view, session } = window.editor.bench
          session.setEditing(true)
          if (from) view.focusAt(from)
          if (to) view.selectTo(to)
          // Waits until the selection is painted.
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        },
        [[...document.blocks].map(toBlock), carets[0] ?? null, carets[1] ?? null] as const,
      )
    },
    async shown() {
      const { blocks, texts, ranges, caret } = await readPage(page)
      const differing = blocks.filter(({ uuid, content }, n) => texts[n]?.uuid !== uuid || texts[n].content !== content)
      if (differing.length > 0 || texts.length !== blocks.length)
        throw new Error(`the page shows ${JSON.stringify(texts)} instead of ${JSON.stringify(blocks)}`)
      const [first] = ranges
      const last = ranges.at(-1)
      const carets =
        first && last
          ? [
              { uuid: first.uuid, offset: first.start },
              { uuid: last.uuid, offset: last.end },
            ]
          : caret
            ? [caret]
            : []
      // New blocks have random uuids; the lines name blocks by their order.
      const letters = new Map(blocks.map(({ uuid }, number) => [uuid, String.fromCharCode(97 + number)]))
      const named = blocks.map((block) => ({ ...block, uuid: letters.get(block.uuid)! }))
      const document = { id: 1, revision: 1, blocks: BlockSequence.of(named) }
      return linesOf(
        document,
        carets.map(({ uuid, offset }) => ({ uuid: letters.get(uuid)!, offset })),
      )
    },
    async press(...keys) {
      for (const one of keys) {
        await page.keyboard.press(one)
        // Waits for one frame per key, as fast as real input can be.
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
    },
    type: (text) => page.keyboard.type(text),
    async compose(...steps) {
      for (const text of steps) {
        await key('rawKeyDown', 'Process')
        await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
        await key('keyUp', 'Process')
      }
    },
    async confirm(text) {
      await key('rawKeyDown', 'Enter')
      await cdp.send('Input.insertText', { text })
      await key('keyUp', 'Enter')
    },
    async keyToMethod(name, modifiers = 0) {
      await key('rawKeyDown', name, modifiers)
      await key('keyUp', name, modifiers)
    },
    close: () => page.context().close(),
  }
  return driver
}
