// New access tokens. One process of all nodes asks HubSpot, the others wait for the tokens that it stores; no transaction is
// open during the call. HubSpot's refresh tokens stay valid after a refresh, so a process that dies between HubSpot's answer
// and the write loses nothing: its claim expires, and another process refreshes with the stored token. A late answer of a
// process that was paused longer than its claim is written only if no other refresh, connect or disconnect came first.
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { HubspotFailure } from '../provider/hubspot-api.ts'
import { refreshTokens, type Tokens } from '../provider/oauth.ts'
import type { Provider } from '../provider/provider.ts'
import { lacksScopes } from '../provider/scopes.ts'
import { publishConnection } from './publish-connection.ts'
import { revokeUnused } from './revoke-unused.ts'
import {
  claimRefresh,
  type ConnectionRow,
  findConnection,
  type Problem,
  releaseRefresh,
  setProblem,
  setTokens,
} from './store/connections.ts'
import { decryptTokens, encryptTokens } from './token-encryption.ts'

/** Longer than a call to HubSpot takes at most (provider/send.ts). */
const CLAIM_SECONDS = 25
const POLL_MS = 100
const MAX_POLLS = ((CLAIM_SECONDS + 5) * 1_000) / POLL_MS

/** Nothing can be sent: no connection, one with a problem, or tokens that this installation cannot decrypt. */
export class Disconnected extends Error {
  override name = 'Disconnected'
}

/** The row of a workspace with its decrypted tokens. Throws Disconnected. */
export function openConnection(app: App, workspaceId: number, row: ConnectionRow | undefined) {
  if (!row || row.problem !== null) throw new Disconnected()
  const tokens = decryptTokens(app.config, workspaceId, row)
  if (!tokens) {
    // Not stored as a problem: it ends when KAIWA_PREVIOUS_SECRET is set.
    app.log.error({ workspace: workspaceId }, 'tokens of HubSpot cannot be decrypted: KAIWA_SECRET has changed')
    throw new Disconnected()
  }
  return { row, tokens }
}

export type OpenConnection = ReturnType<typeof openConnection>

/** The connection of a workspace, with its tokens. Throws Disconnected. */
async function readConnection(app: App, workspaceId: number): Promise<OpenConnection> {
  return openConnection(app, workspaceId, await findConnection(app.db, workspaceId))
}

/** Stores why HubSpot refuses the tokens, unless the workspace was connected again in between. The tokens are kept. */
export async function reportProblem(
  app: App,
  row: Pick<ConnectionRow, 'workspace_id' | 'version'>,
  problem: Problem,
): Promise<void> {
  const isNew = await app.db.transaction().execute(async (trx) => {
    if (!(await setProblem(trx, row, problem))) return false
    await publishConnection(trx, row.workspace_id)
    return true
  })
  if (isNew) app.log.warn({ workspace: row.workspace_id, problem }, 'HubSpot no longer accepts the connection')
}

type Claimed = OpenConnection & { claim: string }

async function askForTokens(app: App, provider: Provider, { row, tokens, claim }: Claimed): Promise<Tokens> {
  try {
    return await refreshTokens(provider, tokens.refreshToken)
  } catch (error) {
    const kind = error instanceof HubspotFailure ? error.kind : null
    if (kind === 'unauthorized') await reportProblem(app, row, 'revoked')
    else await releaseRefresh(app.db, row, claim)
    if (kind === 'unavailable')
      app.log.error(
        { err: error, workspace: row.workspace_id },
        'HubSpot gives no new tokens: the next call asks again',
      )
    throw error
  }
}

/** Returns false if the connection has other tokens by now. */
function storeTokens(app: App, row: ConnectionRow, tokens: Parameters<typeof setTokens>[2]): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const former = await setTokens(trx, row, tokens)
    // Another call has reported a problem in between.
    if (former && former.problem !== null) await publishConnection(trx, row.workspace_id)
    return former !== undefined
  })
}

async function refresh(app: App, provider: Provider, open: Claimed): Promise<OpenConnection> {
  const { row } = open
  const fresh = await askForTokens(app, provider, open)
  // An answer without scopes says nothing about them.
  const scopes = fresh.scopes.length > 0 ? fresh.scopes : null
  const encrypted = encryptTokens(app.config, row.workspace_id, fresh)
  if (!(await storeTokens(app, row, { ...encrypted, scopes, expiresIn: fresh.expiresIn })))
    await revokeUnused(app, provider, { portalId: row.portal_id, refreshToken: fresh.refreshToken })
  const now = await readConnection(app, row.workspace_id)
  if (scopes === null || now.tokens.accessToken !== fresh.accessToken || !lacksScopes(scopes)) return now
  await reportProblem(app, now.row, 'scopes')
  throw new Disconnected()
}

interface Renewed {
  open: OpenConnection
  /** HubSpot has just given the tokens. Stored ones may have expired again. */
  isFresh: boolean
}

/** A connection with newer tokens than the given one. Throws Disconnected, or the HubspotFailure of the refresh. */
export async function renew(app: App, provider: Provider, open: OpenConnection): Promise<Renewed> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const now = await readConnection(app, open.row.workspace_id)
    if (now.row.version !== open.row.version) return { open: now, isFresh: false }
    const claim = await claimRefresh(app.db, now.row, CLAIM_SECONDS)
    if (claim !== null) return { open: await refresh(app, provider, { ...now, claim }), isFresh: true }
    await sleep(POLL_MS)
  }
  throw new HubspotFailure('unavailable', 'another process is waiting for new tokens')
}
