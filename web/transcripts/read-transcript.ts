// Reads the transcript of a file. A page that has none yet shows the first part, which begins at the place of its link,
// while the others arrive.
import type { Block, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { callText } from '../platform/call.ts'
import { pageAddress } from '../platform/page-address.ts'
import { parseDeepLink } from './deep-link.ts'
import { type ReadPart, readParts } from './read-parts.ts'

/** A transcript as the page has read it. */
export interface ReadTranscript extends TranscriptResponse {
  /** Blocks before or after these have not arrived yet. */
  readonly isPartial?: boolean
}

interface Options {
  /** The transcript that the page shows, if any. */
  known: ReadTranscript | undefined
  signal: AbortSignal
  /** Called with the first of several parts, unless the page shows a transcript already. */
  onFirst: (first: ReadTranscript) => void
}

export async function readTranscript(fileId: number, { known, signal, onFirst }: Options): Promise<ReadTranscript> {
  if (known !== undefined && known.transcript.status !== 'completed') {
    const { readNewChunks } = await import('./read-new-chunks.ts')
    const grown = await readNewChunks(fileId, known, signal)
    if (grown) return grown
  }
  const pieces = callText('getTranscriptParts', { params: { fileId }, query: placeOf(fileId) }, { signal })
  const parts: ReadPart[] = []
  for await (const part of readParts(pieces, fileId)) {
    parts.push(part)
    const isFirst = parts.length === 1 && part.blocks.length < part.head.block_count
    if (isFirst && known === undefined) onFirst({ ...toResponse(parts), isPartial: true })
  }
  return toResponse(parts)
}

/** The place that the address of the page links to, if it is the page of this file. */
function placeOf(fileId: number): { block?: string; time?: number } {
  const { pathname, search } = pageAddress()
  if (!pathname.endsWith(`/files/${fileId}`)) return {}
  const { time, block } = parseDeepLink(new URLSearchParams(search))
  const seconds = block?.time ?? time
  if (block?.uuid && UUID.test(block.uuid)) return { block: block.uuid }
  return seconds === null ? {} : { time: seconds }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The response of `getTranscript` with the blocks of these parts. */
function toResponse(parts: readonly ReadPart[]): TranscriptResponse {
  const { transcript, url, lock } = parts[0]!.head
  const ordered = parts.toSorted((a, b) => a.position - b.position).flatMap(({ blocks }) => blocks)
  const blocks: Record<string, Block> = {}
  for (const block of ordered) blocks[block.uuid] = block
  return { transcript: { ...transcript, block_order: ordered.map(({ uuid }) => uuid) }, blocks, url, lock }
}
