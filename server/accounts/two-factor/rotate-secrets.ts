import type { Secrets } from '../../platform/encrypt.ts'
import type { Db } from '../../platform/database/database.ts'
import { listSecrets, replaceEncryption } from '../store/two-factor.ts'
import { decryptSecret, encryptSecret } from './secret-encryption.ts'

const BATCH = 500

/**
 * Encrypts all two-factor secrets with the present secret. Each row is written on its own, so that it may be ended and run
 * again. A row that changes in between is left: running processes write with the present secret.
 */
export async function rotateSecrets(db: Db, secrets: Secrets): Promise<{ changed: number; unreadable: number }> {
  const counts = { changed: 0, unreadable: 0 }
  for (let after = 0; ;) {
    const rows = await listSecrets(db, after, BATCH)
    for (const { user_id: userId, sealed_secret: sealed } of rows) {
      if (decryptSecret({ ...secrets, previousSecret: undefined }, userId, sealed)) continue
      const plain = decryptSecret(secrets, userId, sealed)
      if (!plain) counts.unreadable += 1
      else if (await replaceEncryption(db, userId, sealed, encryptSecret(secrets, userId, plain))) counts.changed += 1
    }
    const last = rows.at(-1)
    if (!last) return counts
    after = last.user_id
  }
}
