// Idempotency keys: a repeated request gets the stored answer, also if it was a failure. The same key with other
// parameters is refused. Keys are forgotten after 24 hours.
import { createHash } from 'node:crypto'
import type { Trx } from '../../platform/database/database.ts'
import { ProviderFailure } from './state.ts'
import { deleteTrialObject, findTrialObject, putTrialObject } from './store.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

export interface PlainAnswer {
  status: number
  body: Record<string, unknown>
}

export async function withKey(
  trx: Trx,
  now: Date,
  { key, request }: { key: string | null; request: string },
  answer: () => Promise<PlainAnswer>,
): Promise<PlainAnswer & { isReplayed?: boolean }> {
  if (key === null) return answer()
  const id = `key_${key}`
  const hash = createHash('sha256').update(request).digest('hex')
  const known = await findTrialObject(trx, id)
  if (known && now.getTime() - Number(known['at']) < KEPT_MS) {
    if (known['hash'] !== hash)
      throw new ProviderFailure(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
      })
    return { ...(known['answer'] as PlainAnswer), isReplayed: true }
  }
  if (known) await deleteTrialObject(trx, id)
  const given = await answer()
  await putTrialObject(trx, 'idempotency_key', { id, hash, at: now.getTime(), answer: given }, now)
  return given
}
