import type { Db } from '../../platform/database/database.ts'
import { keyIdOf, type Secrets } from '../../platform/encrypt.ts'
import { listConnectionsOfOtherKeys, replaceEncryption } from './store/connections.ts'
import { decryptTokens, encryptTokens } from './token-encryption.ts'

const BATCH = 500

/**
 * Encrypts the tokens of all connections with the present secret. Each row is written on its own, so that it may be ended
 * and run again. Tokens that change in between are left: running processes write with the present secret.
 */
export async function rotateTokens(db: Db, secrets: Secrets): Promise<{ changed: number; unreadable: number }> {
  const counts = { changed: 0, unreadable: 0 }
  for (let after = 0; ;) {
    const rows = await listConnectionsOfOtherKeys(db, keyIdOf(secrets.secret), after, BATCH)
    for (const row of rows) {
      const { workspace_id: workspaceId } = row
      const tokens = decryptTokens(secrets, workspaceId, row)
      if (!tokens) counts.unreadable += 1
      else if (await replaceEncryption(db, workspaceId, row, encryptTokens(secrets, workspaceId, tokens)))
        counts.changed += 1
    }
    const last = rows.at(-1)
    if (!last) return counts
    after = last.workspace_id
  }
}
