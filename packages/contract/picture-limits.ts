import { BYTES_PER_MB, LIMITS } from './limits.ts'
import type { RateLimit } from './operation.ts'

/** Rate limit for drawing pictures of people and speakers: per account, for all such calls together. */
export const PICTURE_RATE = { max: 60, window: 600, key: 'account' } as const satisfies RateLimit

/** Maximum bytes of a form with a picture: the file and some more. */
export const PICTURE_FORM_BYTES = LIMITS.avatarMb * BYTES_PER_MB + 65_536
