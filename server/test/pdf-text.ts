// Reads the text of a PDF with embedded fonts back from its content streams, through the fonts' own tables of characters.
import { inflateSync } from 'node:zlib'

interface PdfObject {
  head: string
  stream: string
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: id, 2: body = '' } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const [head = '', ...rest] = body.split('\nstream\n')
    const raw = Buffer.from(rest.join('\nstream\n').replace(/\nendstream$/, ''), 'latin1')
    const stream =
      raw.length > 0 && head.includes('/FlateDecode') ? inflateSync(raw).toString('latin1') : raw.toString('latin1')
    objects.set(Number(id), { head, stream })
  }
  return objects
}

/** Characters by the code of a glyph. */
function charactersOf(table: string): Map<number, string> {
  const characters = new Map<number, string>()
  const decode = (hex: string): string => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').swap16().toString('utf16le')
  for (const { 1: first = '0', 2: list = '' } of table.matchAll(/<([0-9a-f]+)>\s*<[0-9a-f]+>\s*\[([^\]]*)\]/gi))
    for (const [index, { 1: hex = '' }] of [...list.matchAll(/<([0-9a-f\s]*)>/gi)].entries())
      characters.set(Number.parseInt(first, 16) + index, decode(hex))
  return characters
}

/** The object that an entry of a dictionary refers to; 0 without it. */
function reference(head: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? 0)
}

/** The texts of each page, in the order in which they were written. */
export function pdfTexts(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const resources = objects.get(reference(head, 'Resources'))?.head ?? head
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(({ 1: name, 2: id }) => {
        const font = objects.get(Number(id))?.head ?? ''
        return [name, charactersOf(objects.get(reference(font, 'ToUnicode'))?.stream ?? '')]
      }),
    )
    const content = objects.get(reference(head, 'Contents'))?.stream ?? ''
    const texts: string[] = []
    let font = new Map<number, string>()
    for (const { 1: name, 2: shown } of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = fonts.get(name) ?? new Map()
      if (shown === undefined) continue
      const codes = [...shown.matchAll(/<([0-9a-f]*)>/gi)].flatMap(({ 1: hex = '' }) => hex.match(/.{4}/g) ?? [])
      texts.push(codes.map((code) => font.get(Number.parseInt(code, 16)) ?? '\uFFFD').join(''))
    }
    return texts
  })
}
