// Decorations of the text: pictures of the speakers, layers of marks, and line breaks.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from './test/browser.ts'
import { openPage } from './test/driver.ts'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
}, 60_000)
afterAll(() => browser.close())
beforeEach(async () => {
  page = await openPage(browser)
  return () => page.context().close()
})

/** The picture at the first paragraph of each block that has one. */
function pictures() {
  return page.$$eval('.kaiwa-speaker', (heads) =>
    heads.map((head) => {
      const { content, backgroundColor, backgroundImage } = getComputedStyle(head, '::before')
      return [content.split(' / ')[0], backgroundColor, backgroundImage]
    }),
  )
}

describe('the picture of a speaker', () => {
  beforeEach(() =>
    page.evaluate(() => {
      const { open, make } = window.editor
      window.editor.bench = open([
        make.block('a', 1, 'はい', { speaker_id: 1 }),
        make.block('b', 5, 'ええ', { speaker_id: 2 }),
        make.block('c', 9, 'さて', { speaker_id: null }),
        make.block('d', 12, 'では', { speaker_id: 1 }),
      ])
    }),
  )

  it('is the initial on the colour of the speaker, the photo, or a question mark on grey', async () => {
    await page.evaluate(() => {
      const photo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
      window.editor.bench!.view.showSpeakers([
        { id: 1, name: '田中 太郎', avatar: null },
        { id: 2, name: 'Anna Schmidt', avatar: photo },
      ])
    })
    expect(await pictures()).toEqual([
      ['"田"', 'rgb(4, 118, 202)', 'none'],
      ['""', 'rgb(204, 70, 1)', expect.stringMatching(/^url\("data:image/)],
      ['"?"', 'rgb(106, 118, 129)', 'none'],
      ['"田"', 'rgb(4, 118, 202)', 'none'],
    ])
  })

  it.each(['"] { } * { display: none } ["', '\\', 'a\nb', '</style>'])(
    'is not broken by the name %j and the address',
    async (sign) => {
      await page.evaluate(
        (text) =>
          window.editor.bench!.view.showSpeakers([
            { id: 1, name: text, avatar: `/${text}` },
            { id: 2, name: '田中', avatar: null },
          ]),
        sign,
      )
      const shown = await pictures()
      expect(shown[1]).toEqual(['"田"', 'rgb(204, 70, 1)', 'none'])
      expect(shown[2]?.[0]).toBe('"?"')
      expect(await page.isVisible('.kaiwa-text')).toBe(true)
    },
  )
})

describe('a layer of marks', () => {
  const highlighted = (name: string) =>
    page.evaluate((key) => {
      const texts: string[] = []
      CSS.highlights.get(key)?.forEach(({ startContainer, startOffset, endOffset }) => {
        texts.push(startContainer.textContent!.slice(startOffset, endOffset))
      })
      return texts
    }, name)

  it('marks passages near the window only; an edited word is no longer marked', async () => {
    await page.evaluate(() => {
      const { open, make, operations } = window.editor
      const blocks = make.longTranscript(400, 20)
      for (const index of [0, 399])
        blocks[index]!.terms = blocks[index]!.terms.map((term, n) => ({ ...term, confidence: n === 1 ? 0.2 : 0.9 }))
      const bench = (window.editor.bench = open(blocks))
      bench.view.addLayer((uuid) =>
        operations
          .uncertainRanges(bench.session.getState().document.blocks.get(uuid)!)
          .map((range) => ({ highlight: 'kaiwa-uncertain', ...range })),
      )
    })
    await expect.poll(() => highlighted('kaiwa-uncertain')).toEqual(['言葉1'])
    await page.evaluate(() => window.editor.bench!.view.scrollToBlock('block-399'))
    await expect.poll(() => page.locator('[data-block="block-399"]').isVisible()).toBe(true)
    await expect.poll(() => highlighted('kaiwa-uncertain')).toEqual(['言葉1'])
    await page.evaluate(() => {
      const { view, session } = window.editor.bench!
      session.setEditing(true)
      view.focusAt({ uuid: 'block-399', offset: 4 })
    })
    await page.keyboard.type('x')
    expect(await page.evaluate(() => window.editor.bench!.texts()[399]!.slice(0, 9))).toBe('言葉0言x葉1言葉')
    await expect.poll(() => highlighted('kaiwa-uncertain')).toEqual([])
  })

  it('leaves nothing behind when it is removed', async () => {
    await page.evaluate(() => {
      const { open, make } = window.editor
      const bench = (window.editor.bench = open([make.block('a', 1, '今日|は')]))
      const marks = bench.view.addLayer(() => [{ highlight: 'kaiwa-uncertain', start: 0, end: 2 }])
      Object.assign(window, { marks })
    })
    await expect.poll(() => highlighted('kaiwa-uncertain')).toEqual(['今日'])
    await page.evaluate(() => (window as unknown as { marks: { remove(): void } }).marks.remove())
    await expect.poll(() => highlighted('kaiwa-uncertain')).toEqual([])
    expect(await page.$$eval('.kaiwa-text *', (inside) => inside.length)).toBe(0)
  })
})

describe('lines of Japanese', () => {
  const PHRASES = ['来週の', '打ち合わせでは、', '新しい', '料金プランに', 'ついて', '詳しく', 'ご説明', 'いたします。']

  /** The lines of the first text, at a width in CSS pixels. */
  const linesAt = (width: number) =>
    page.evaluate((pixels) => {
      const text = document.querySelector<HTMLElement>('.kaiwa-text')!
      text.style.width = `${pixels}px`
      const node = text.firstChild as Text
      const lines: string[] = []
      let top = -Infinity
      for (let at = 0; at < node.length; at++) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const box = range.getBoundingClientRect()
        if (box.top > top + 4) lines.push('')
        top = Math.max(top, box.top)
        lines[lines.length - 1] += node.data[at]!
      }
      return lines
    }, width)

  it.each(['ja', 'en'])('break between phrases, not within them, on a page in %s', async (language) => {
    await page.evaluate(
      ([text, lang]) => {
        document.documentElement.lang = lang!
        const { open, make } = window.editor
        window.editor.bench = open([make.block('a', 1, text!)])
      },
      [PHRASES.join(''), language],
    )
    const ends = new Set(PHRASES.map((_, index) => PHRASES.slice(0, index + 1).join('').length))
    /** The lines at several widths that end within a phrase. */
    const broken = async () => {
      const found: string[] = []
      for (const width of [150, 190, 230, 270, 330]) {
        let at = 0
        for (const line of await linesAt(width)) if (!ends.has((at += line.length))) found.push(line)
      }
      return found
    }
    expect(await linesAt(150)).toHaveLength(5)
    expect(await broken()).toEqual([])
    await page.addStyleTag({ content: '.kaiwa-text { word-break: normal !important }' })
    expect(await broken()).not.toEqual([])
  })
})
