import { BYTES_PER_MB, LIMITS } from './limits.ts'
import type { RateLimit } from './operation.ts'

/** Pictures of people and speakers that one account may have drawn, all calls together. */
export const PICTURE_RATE = { max: 60, window: 600, key: 'account' } as const satisfies RateLimit

/** Bytes of a form with a picture: a little more than the file in it. */
export const PICTURE_FORM_BYTES = LIMITS.avatarMb * BYTES_PER_MB + 65_536
