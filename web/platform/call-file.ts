// Downloads that report their progress.
import type { OperationName } from '@kaiwa/contract/every-operation.ts'
import { answerOf, fileNameOf, type Request } from './call.ts'
import type { CallInput } from './call-types.ts'
import { ApiError } from './api-error.ts'

interface Options {
  signal: AbortSignal
  /** Receives each piece of the file. */
  onPiece: (piece: Uint8Array<ArrayBuffer>) => void
}

/** Bytes that are kept as separate pieces; the browser stores joined ones outside of the page's memory. */
const JOINED_BYTES = 8 * 1_048_576

/** Like `callFile`, for a large file. Throws if the server ends the answer early. */
export async function callLargeFile<N extends OperationName>(
  name: N,
  input: CallInput<N>,
  { signal, onPiece }: Options,
): Promise<{ content: Blob; name: string }> {
  const response = await answerOf(name, input as Request, { signal })
  const type = response.headers.get('content-type') ?? ''
  const reader = response.body?.getReader()
  let joined = new Blob([], { type })
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const join = () => {
    joined = new Blob([joined, ...pieces], { type })
    pieces = []
    length = 0
  }
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      onPiece(read.value)
      pieces.push(read.value)
      length += read.value.length
      if (length >= JOINED_BYTES) join()
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new ApiError('OFFLINE', 0, {}, cause)
  }
  join()
  return { content: joined, name: fileNameOf(response) }
}
