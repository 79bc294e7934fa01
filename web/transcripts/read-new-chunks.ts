// The transcript of a file that is being processed grows chunk by chunk. Each read fetches only new chunks, so that a
// recording of N chunks is not fetched N times.
import type { Block, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { call } from '../platform/call.ts'

interface Growth {
  /** Cursor of the last response: the next request returns only newer chunks. */
  after: string
  /** Blocks by the position of their chunk in the recording. */
  chunks: ReadonlyMap<number, readonly Block[]>
}

const growths = new WeakMap<TranscriptResponse, Growth>()

/** The known transcript extended by new chunks; null when the transcript is final. */
export async function readNewChunks(
  fileId: number,
  known: TranscriptResponse,
  signal: AbortSignal,
): Promise<TranscriptResponse | null> {
  const before = growths.get(known)
  const params = { fileId }
  const query = before ? { after: before.after } : {}
  const {
    transcript,
    url,
    after,
    is_reset,
    chunks: newChunks,
  } = await call('getProvisionalText', { params, query }, { signal })
  if (transcript.status === 'completed') return null
  const chunks = new Map(is_reset ? [] : before?.chunks)
  for (const { position, blocks } of newChunks) chunks.set(position, blocks)
  const blocks = [...chunks].sort(([a], [b]) => a - b).flatMap(([, own]) => own)
  const grown: TranscriptResponse = {
    transcript: { ...transcript, block_order: blocks.map(({ uuid }) => uuid) },
    blocks: Object.fromEntries(blocks.map((block) => [block.uuid, block])),
    url,
    lock: null,
  }
  growths.set(grown, { after, chunks })
  return grown
}
