// A4 sheets with Noto Sans JP: fonts, text without line breaks of the caller, and page breaks.
import { createRequire } from 'node:module'
import PdfKit from 'pdfkit'
import { printable } from './printable.ts'

const { resolve } = createRequire(import.meta.url)
const FONTS = {
  regular: resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
} as const
export type Weight = keyof typeof FONTS

/** Points of an A4 page. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 60 } as const
export const RIGHT = PAGE.width - PAGE.margin
export const GREY = '#5a6172'
export const RULE = '#c9cdd6'

export interface TextStyle {
  size?: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right' | 'center'
}

/** A font as pdfkit parses it. Documents may share it; each embeds the glyphs that it uses. */
interface ParsedFont {
  hasGlyphForCodePoint: (codePoint: number) => boolean
}

let parsed: Record<Weight, ParsedFont> | undefined

/** Parsing the fonts takes longer than writing an invoice, so they are parsed once per thread. */
function parsedFonts(): Record<Weight, ParsedFont> {
  parsed ??= { regular: parse(FONTS.regular), bold: parse(FONTS.bold) }
  return parsed
}

function parse(path: string): ParsedFont {
  const document = new PdfKit({ font: path })
  return (document as unknown as { _font: { font: ParsedFont } })._font.font
}

/** A document that is written from top to bottom. `y` is where the next text begins. */
export class Sheet {
  readonly #document: PDFKit.PDFDocument
  readonly #hasGlyph: (codePoint: number) => boolean
  y: number = PAGE.margin

  constructor(info: { title: string; author: string; createdAt: Date }) {
    const fonts = parsedFonts()
    this.#document = new PdfKit({
      size: 'A4',
      margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
      bufferPages: true,
      font: fonts.regular as unknown as string,
      lang: 'ja',
      displayTitle: true,
      pdfVersion: '1.7',
      info: {
        Title: info.title,
        Author: info.author,
        CreationDate: info.createdAt,
        Creator: 'Kaiwa',
        Producer: 'Kaiwa',
      },
    })
    for (const [weight, font] of Object.entries(fonts))
      this.#document.registerFont(weight, font as unknown as Uint8Array)
    this.#hasGlyph = (codePoint) => fonts.regular.hasGlyphForCodePoint(codePoint)
  }

  #prepare(text: string, { size = 9, weight = 'regular', color = '#1f2430' }: TextStyle): string {
    this.#document.font(weight).fontSize(size).fillColor(color)
    return printable(text, this.#hasGlyph)
  }

  /** Height of a text in a column. */
  heightOf(text: string, width: number, style: TextStyle = {}): number {
    return this.#document.heightOfString(this.#prepare(text, style), { width })
  }

  /** Writes a text into a column and returns its lower end. */
  write(text: string, at: { x: number; y: number; width: number }, style: TextStyle = {}): number {
    const shown = this.#prepare(text, style)
    this.#document.text(shown, at.x, at.y, { width: at.width, align: style.align ?? 'left' })
    return at.y + this.#document.heightOfString(shown, { width: at.width })
  }

  rule(y: number, { from = PAGE.margin, to = RIGHT, width = 0.6 } = {}): void {
    this.#document.lineWidth(width).strokeColor(RULE).moveTo(from, y).lineTo(to, y).stroke()
  }

  paint(box: { x: number; y: number; width: number; height: number }, color: string): void {
    this.#document.rect(box.x, box.y, box.width, box.height).fill(color)
  }

  /** Begins a page unless the height fits on this one. Returns true if it did. */
  breakFor(height: number): boolean {
    if (this.y + height <= PAGE.height - PAGE.bottom) return false
    this.#document.addPage()
    this.y = PAGE.margin
    return true
  }

  /** Writes the footer of every page and returns the finished document. */
  async finish(footer: (page: number, count: number) => string): Promise<Uint8Array<ArrayBuffer>> {
    const document = this.#document
    const { count } = document.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page)
      const at = { x: PAGE.margin, y: PAGE.height - 40, width: RIGHT - PAGE.margin }
      this.write(footer(page + 1, count), at, { size: 8, color: GREY, align: 'center' })
    }
    document.end()
    const chunks: Uint8Array[] = []
    for await (const chunk of document) chunks.push(chunk as Uint8Array)
    return new Uint8Array(Buffer.concat(chunks))
  }
}
