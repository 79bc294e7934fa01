import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { RecordingSender, SendPhase } from '../types.ts'

/** Phases in which sending does not continue without an action of the person. */
const REFUSALS: Partial<Record<SendPhase, [ErrorCode, number]>> = {
  'no-storage': ['PROJECT_MAX_STORAGE_EXCEEDED', 403],
  'no-folder': ['E_NOT_FOUND', 404],
  'signed-out': ['E_NO_ACCESS_TOKEN', 401],
  refused: ['E_CONFLICT', 409],
}

/** Resolves when the server has confirmed all bytes; waits while it cannot be reached. Rejects with ApiError. */
export async function awaitSent(sender: RecordingSender): Promise<{ fileId: number; projectId: number }> {
  // An earlier refusal may be outdated: another folder was chosen, or storage was bought.
  sender.retry()
  let stopFollowing: (() => void) | undefined
  const sent = new Promise<{ fileId: number; projectId: number }>((resolve, reject) => {
    const look = () => {
      const { phase, fileId, projectId } = sender.get()
      const refusal = REFUSALS[phase]
      if (refusal) reject(new ApiError(...refusal))
      else if (phase === 'finished' && fileId !== null && projectId !== null) resolve({ fileId, projectId })
    }
    stopFollowing = sender.subscribe(look)
    look()
  })
  try {
    return await sent
  } finally {
    stopFollowing?.()
  }
}
