// A transcript as data: the blocks in reading order. All functions here are pure; a document is never mutated, so
// derived data (indices, normalised text) can be cached by object identity.

import type { Block, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'

export interface TranscriptDocument {
  readonly id: number
  /** Incremented by every save. */
  readonly revision: number
  readonly blocks: readonly Block[]
}

/** Creates a document from the server's response. Uuids in the order without a block are skipped. */
export function toTranscriptDocument({ transcript, blocks }: TranscriptResponse): TranscriptDocument {
  return {
    id: transcript.id,
    revision: transcript.revision,
    blocks: transcript.block_order.flatMap((uuid) => blocks[uuid] ?? []),
  }
}

const blockIndexes = new WeakMap<readonly Block[], ReadonlyMap<string, number>>()

/** The index of a block in reading order; -1 when no block has this uuid. */
export function indexOfBlock(document: TranscriptDocument, uuid: string): number {
  let known = blockIndexes.get(document.blocks)
  if (!known) {
    known = new Map(document.blocks.map((block, place) => [block.uuid, place]))
    blockIndexes.set(document.blocks, known)
  }
  return known.get(uuid) ?? -1
}

export function blockOf(document: TranscriptDocument, uuid: string): Block | undefined {
  return document.blocks[indexOfBlock(document, uuid)]
}

/** Seconds from 0 to the end of the last block. */
export function durationOf(document: TranscriptDocument): number {
  return document.blocks.reduce((end, block) => Math.max(end, block.end_time), 0)
}
