import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { endStalledAnswer } from './slow-answers.ts'

/** Content-Disposition by RFC 6266: an ASCII name and the encoded original name. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** An open file with its size in bytes. It is closed when it has been sent, and when the client leaves before. */
interface OpenFile {
  handle: FileHandle
  size: number
}

/** Text, or bytes in UTF-8. */
type Pieces = Iterable<string> | AsyncIterable<string | Uint8Array>
type Content = Buffer | OpenFile | Pieces

/**
 * Return value of a handler whose operation `produces` a file. Text is sent in pieces, as fast as the client reads it. If
 * an iterable throws, the answer is cut off: the client sees that it is incomplete.
 */
export class FileAnswer {
  readonly type: string
  readonly name: string
  readonly content: Content

  constructor(type: string, name: string, content: Content) {
    this.type = type
    this.name = name
    this.content = content
  }
}

/** Pieces are joined to this number of characters: each write has a fixed cost. */
const PIECE_LENGTH = 65_536

async function* inWrites(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let waiting = ''
  for await (const piece of pieces) {
    if (typeof piece !== 'string') {
      if (waiting) yield Buffer.from(waiting)
      waiting = ''
      yield* piecesOf(piece)
      continue
    }
    waiting += piece
    if (waiting.length < PIECE_LENGTH) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting) yield Buffer.from(waiting)
}

/** Sent in pieces, so that the progress of a slow reader can be measured. */
function* piecesOf(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE_LENGTH) yield content.subarray(at, at + PIECE_LENGTH)
}

function openContent(content: Content): { stream: Readable; size: number | null } {
  if (Buffer.isBuffer(content))
    return { stream: Readable.from(piecesOf(content), { objectMode: false }), size: content.length }
  if ('handle' in content) return { stream: content.handle.createReadStream(), size: content.size }
  return { stream: Readable.from(inWrites(content), { objectMode: false }), size: null }
}

/**
 * Sends a file as an attachment, so that a browser never renders it. Closes the connection of a reader that pauses for
 * more than twice `pauseSeconds`.
 */
export function sendFile(reply: FastifyReply, { type, name, content }: FileAnswer, pauseSeconds: number): FastifyReply {
  const { stream, size } = openContent(content)
  if (reply.raw.closed || reply.raw.destroyed) stream.destroy()
  else reply.raw.once('close', () => stream.destroy())
  endStalledAnswer(reply.raw, 2 * pauseSeconds)
  if (size !== null) void reply.header('content-length', size)
  return reply
    .headers({
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'content-disposition': attachment(name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(stream)
}
