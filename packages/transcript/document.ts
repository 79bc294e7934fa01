// A transcript as data: the blocks in reading order. Every function here takes one and returns something new; a
// document is never changed in place, so that what was derived from it (indices, normalised text) may be remembered.

import type { Block, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'

export interface TranscriptDocument {
  readonly id: number
  /** Raised by every save. */
  readonly revision: number
  readonly blocks: readonly Block[]
}

/** The document of the server's answer. Uuids of the order without a block are skipped. */
export function toTranscriptDocument({ transcript, blocks }: TranscriptResponse): TranscriptDocument {
  return {
    id: transcript.id,
    revision: transcript.revision,
    blocks: transcript.block_order.flatMap((uuid) => blocks[uuid] ?? []),
  }
}

const places = new WeakMap<readonly Block[], ReadonlyMap<string, number>>()

/** The number of a block in reading order, -1 when the document has none of that uuid. */
export function placeOf(document: TranscriptDocument, uuid: string): number {
  let known = places.get(document.blocks)
  if (!known) {
    known = new Map(document.blocks.map((block, place) => [block.uuid, place]))
    places.set(document.blocks, known)
  }
  return known.get(uuid) ?? -1
}

export function blockOf(document: TranscriptDocument, uuid: string): Block | undefined {
  return document.blocks[placeOf(document, uuid)]
}

/** Seconds from 0 to the end of the last word said. */
export const durationOf = (document: TranscriptDocument): number =>
  document.blocks.reduce((end, block) => Math.max(end, block.end_time), 0)
