import * as z from 'zod'
import { success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'

/** Names, renames or (if blank after trimming) deletes the section that begins with a block; saved immediately. */
export const changeSection = operation({
  name: 'changeSection',
  method: 'PATCH',
  path: '/blocks/section-name',
  access: 'session',
  body: z.object({ block_uuid: z.uuid(), section_name: z.string().trim().max(LIMITS.sectionNameLength).nullable() }),
  response: success,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_LOCKED'],
})
