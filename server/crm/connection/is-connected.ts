import type { App } from '../../platform/app.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { keyIdOf, secretsOf } from '../../platform/encrypt.ts'
import { hasProvider } from '../provider/provider.ts'
import { findPortalOfKeys } from './store/connections.ts'

/** A database, and the configuration with the secrets of this process. */
export type Place = Pick<App, 'config'> & { db: Db | Trx }

/** The keys that tokens can be decrypted with; none while this installation has no provider. */
export function usableKeys(config: App['config']): string[] {
  return hasProvider(config) ? secretsOf(config).map(keyIdOf) : []
}

/**
 * The portal of the workspace while calls may be tried: this installation has a provider, the portal has not refused its
 * tokens, and they can be decrypted. Null otherwise.
 */
export async function findConnectedPortal({ config, db }: Place, workspaceId: number): Promise<string | null> {
  const keys = usableKeys(config)
  return keys.length > 0 ? findPortalOfKeys(db, workspaceId, keys) : null
}

export async function isConnected(place: Place, workspaceId: number): Promise<boolean> {
  return (await findConnectedPortal(place, workspaceId)) !== null
}
