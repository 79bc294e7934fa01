// The server refuses a file that is longer or larger than its maximum, and all of it. A recording ends shortly before.
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { clientConfigQuery } from '../../platform/client-config.ts'
import { queryClient } from '../../platform/query-client.ts'
import { LONGEST_SECONDS } from './session-parts.ts'

/** The server counts the decoded sound, which is some hundredths of a second longer for each segment. */
const MARGIN_SECONDS = 10
/** The last pieces, which the recorder still has when it is stopped. */
const MARGIN_BYTES = 16 * BYTES_PER_MB
/** Of a small maximum. */
const MARGIN_SHARE = 0.01
/** Share of the largest recording after which a notice is shown. */
const NEARLY = 0.95

interface RecordingLimits {
  seconds: number
  bytes: number
}

/** Limits of the installation. A recording may begin before they are known. */
interface FileLimits {
  max_file_minutes?: number
  max_file_mb?: number
}

function limitsOf({ max_file_minutes: minutes = Infinity, max_file_mb: mb = Infinity }: FileLimits): RecordingLimits {
  const before = (maximum: number, margin: number) => maximum - Math.min(margin, maximum * MARGIN_SHARE)
  return {
    seconds: Math.min(LONGEST_SECONDS, before(minutes * 60, MARGIN_SECONDS)),
    bytes: before(mb * BYTES_PER_MB, MARGIN_BYTES),
  }
}

export async function loadLimits(): Promise<RecordingLimits> {
  return limitsOf((await queryClient.ensureQueryData(clientConfigQuery).catch(() => null)) ?? {})
}

/** Whether a recording of this size is at the largest one, or nearly. */
export function useSizeLimit(size: number): 'reached' | 'near' | null {
  const { bytes } = limitsOf(useQuery(clientConfigQuery).data ?? {})
  if (size >= bytes) return 'reached'
  return size >= bytes * NEARLY ? 'near' : null
}
