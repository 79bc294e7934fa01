// Reads a transcript. That of a running file grows chunk by chunk: what a page has is remembered, and each read fetches only
// what came since, so that a recording of N chunks is fetched once and not N times.
import type { Block, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { call } from '../platform/call.ts'

interface Growth {
  /** What the server wants to be told to answer only what is new. */
  after: string
  /** Blocks by the place of their chunk in the recording. */
  chunks: ReadonlyMap<number, readonly Block[]>
}

const growths = new WeakMap<TranscriptResponse, Growth>()

/** `known` is what the page shows now, if anything. */
export const readTranscript = async (
  fileId: number,
  known: TranscriptResponse | undefined,
  signal: AbortSignal,
): Promise<TranscriptResponse> => {
  const params = { fileId }
  const isRunning = known !== undefined && known.transcript.status !== 'completed'
  const grown = isRunning ? await readNews(params, known, signal) : null
  return grown ?? call('getTranscript', { params }, { signal })
}

/** What is known and what came since; null when the transcript is final. */
const readNews = async (
  params: { fileId: number },
  known: TranscriptResponse,
  signal: AbortSignal,
): Promise<TranscriptResponse | null> => {
  const before = growths.get(known)
  const query = before ? { after: before.after } : {}
  const {
    transcript,
    url,
    after,
    is_reset,
    chunks: news,
  } = await call('getProvisionalText', { params, query }, { signal })
  if (transcript.status === 'completed') return null
  const chunks = new Map(is_reset ? [] : before?.chunks)
  for (const { position, blocks } of news) chunks.set(position, blocks)
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
