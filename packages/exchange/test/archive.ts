import { inflateRawSync } from 'node:zlib'

/** Extracts a file from the archive, using the archive's central directory. */
export function partOf(archive: Buffer, name: string): string {
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 4)) {
    const length = archive.readUInt16LE(at + 28)
    if (archive.toString('utf8', at + 46, at + 46 + length) !== name) continue
    const [size, local] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)]
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(from, from + size)
    return (archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8')
  }
  throw new Error(`no ${name}`)
}

/** The paragraphs of a Word document with their styles; empty for the default style. */
export function paragraphsOf(archive: Buffer): { style: string; text: string }[] {
  return [...partOf(archive, 'word/document.xml').matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) => ({
    style: /<w:pStyle w:val="(\w+)"/.exec(paragraph)?.[1] ?? '',
    text: [...paragraph.matchAll(/<w:t[^>]*>([^<]*)</g)].map(([, text]) => text).join(''),
  }))
}
