// Tokens of HubSpot are stored encrypted and bound to the workspace and the kind of token. `key_id` names the secret that
// they were encrypted with.
import { decrypt, encrypt, keyIdOf, type Purpose, type Secrets, secretsOf } from '../../platform/encrypt.ts'

export interface PlainTokens {
  accessToken: string
  refreshToken: string
}

export interface EncryptedTokens {
  access_token: Buffer
  refresh_token: Buffer
  key_id: string
}

function purpose(workspaceId: number, kind: 'access' | 'refresh'): Purpose {
  return { use: 'kaiwa crm tokens', boundTo: `workspace ${workspaceId} ${kind}` }
}

export function encryptTokens({ secret }: Secrets, workspaceId: number, tokens: PlainTokens): EncryptedTokens {
  return {
    access_token: encrypt(secret, purpose(workspaceId, 'access'), Buffer.from(tokens.accessToken)),
    refresh_token: encrypt(secret, purpose(workspaceId, 'refresh'), Buffer.from(tokens.refreshToken)),
    key_id: keyIdOf(secret),
  }
}

/** Null if no known secret fits: KAIWA_SECRET was changed without KAIWA_PREVIOUS_SECRET. */
export function decryptTokens(secrets: Secrets, workspaceId: number, row: EncryptedTokens): PlainTokens | null {
  const secret = secretsOf(secrets).find((one) => keyIdOf(one) === row.key_id)
  if (secret === undefined) return null
  const access = decrypt(secret, purpose(workspaceId, 'access'), row.access_token)
  const refresh = decrypt(secret, purpose(workspaceId, 'refresh'), row.refresh_token)
  return access && refresh && { accessToken: access.toString(), refreshToken: refresh.toString() }
}
