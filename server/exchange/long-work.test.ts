import { expect, it } from 'vitest'
import { ThreadFailure } from '../platform/threads/thread-failure.ts'
import { refusingLongWork } from './long-work.ts'

it.each([
  ['busy', { code: 'E_UNAVAILABLE', details: { reason: 'busy' }, headers: { 'retry-after': '5' } }],
  ['ended', { code: 'E_UNAVAILABLE', details: {} }],
  ['memory', { code: 'E_UNPROCESSABLE_ENTITY', details: { errors: { file: ['max'] } } }],
  ['time', { code: 'E_UNPROCESSABLE_ENTITY', details: { errors: { file: ['max'] } } }],
] as const)('an import or export whose thread failed with reason %s is refused', async (reason, refusal) => {
  await expect(refusingLongWork(Promise.reject(new ThreadFailure(reason)))).rejects.toMatchObject(refusal)
})
