// C4: the life of one connection on several processes. A seed determines the order and the faults. Two oracles that know
// nothing of Kaiwa's tables: the stand-in says which refresh tokens are valid, and a trigger at its deals records each value
// that it has written.
import { createHash, randomUUID } from 'node:crypto'
import { connectCrm, disconnectCrm } from '@kaiwa/contract/crm.ts'
import { sql } from 'kysely'
import { decryptTokens } from '../crm/connection/token-encryption.ts'
import { findConnection } from '../crm/connection/store/connections.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { createEditingFixture } from './factories/editing-fixture.ts'
import { agree, writeDeal } from './factories/crm.ts'
import type { HubspotServer } from './hubspot.ts'
import { randomNumbers } from './random-numbers.ts'
import { type Call, succeederOf } from './test-calls.ts'

/** The property that all writes of a history set, each to another value. */
const PROPERTY = 'kadai'

export interface PortalOutcome {
  /** Writes that were acknowledged, and those that were not. */
  written: number
  refused: number
  connects: number
  refreshes: number
  /** Stored refresh tokens that HubSpot does not know, without a revocation; and problems without a reason. */
  lostTokens: number
  /** Tokens that are valid at HubSpot and stored nowhere. */
  forgottenTokens: number
  lostWrites: number
  doubledWrites: number
}

export interface Installation {
  app: App
  /** Database of installation and stand-in. */
  db: Db
  hubspot: HubspotServer
  /** Sends a call to one of the processes. */
  calls: readonly Call[]
}

/** Records each value that the stand-in writes. Once per database. */
export async function recordWrites(db: Db): Promise<void> {
  await sql`create table recorded_writes (deal_id text, value text)`.execute(db)
  await sql`
    create function record_write() returns trigger language plpgsql as $$
    begin
      insert into recorded_writes values (new.id, new.properties ->> ${sql.lit(PROPERTY)});
      return null;
    end $$`.execute(db)
  await sql`create trigger record_write after update on trial_crm_deals for each row execute function record_write()`.execute(
    db,
  )
}

async function countWrites(db: Db, dealId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; count: number }>`
    select value, count(*)::integer as count from recorded_writes where deal_id = ${dealId} group by value`.execute(db)
  return new Map(rows.map(({ value, count }) => [value, count]))
}

/** Refresh tokens of the portal that are valid at HubSpot, hashed. */
async function validTokens(db: Db, portalId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select token.id from trial_crm_objects token join trial_crm_objects agreed
      on agreed.type = 'grant' and agreed.id = token.body ->> 'grantId'
    where token.type = 'refresh' and agreed.body ->> 'portalId' = ${portalId}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function playPortalHistory(
  { app, db, hubspot, calls }: Installation,
  { seed, steps }: { seed: number; steps: number },
): Promise<PortalOutcome> {
  const random = randomNumbers(seed)
  const anyCall = (): Call => calls[Math.floor(random() * calls.length)] as Call
  const outcome: PortalOutcome = {
    written: 0,
    refused: 0,
    connects: 0,
    refreshes: 0,
    lostTokens: 0,
    forgottenTokens: 0,
    lostWrites: 0,
    doubledWrites: 0,
  }
  const { owner, file } = await createEditingFixture({ db })
  const portalId = String(1_000_000 + seed)
  await hubspot.portal.addPortal(portalId)
  hubspot.portal.id = portalId
  const dealId = await hubspot.portal.addDeal({ dealname: `取引 ${seed}` })
  /** HubSpot has ended the tokens since the last connect. */
  let isRevoked = false
  const acknowledged: string[] = []
  const sent: string[] = []

  const connect = async (windows: number) => {
    const agreements = await Promise.all(
      Array.from({ length: windows }, () => agree({ succeed: succeederOf(anyCall()) }, owner).catch(() => null)),
    )
    const answers = await Promise.all(
      agreements.flatMap((body) => (body ? [anyCall()(connectCrm, { body }, owner)] : [])),
    )
    if (!answers.some(({ status }) => status === 200)) return
    outcome.connects += 1
    isRevoked = false
  }

  const write = async (writers: number, repeats: number) => {
    const deal = await hubspot.portal.readDeal(dealId)
    const base = { [PROPERTY]: deal?.properties[PROPERTY] ?? null }
    await Promise.all(
      Array.from({ length: writers }, async () => {
        const value = `値 ${randomUUID()}`
        const body = { dealId, fileId: file.id, properties: { [PROPERTY]: value }, base, write_key: randomUUID() }
        sent.push(value)
        const answers = await Promise.all(
          Array.from({ length: repeats }, () => writeDeal({ call: anyCall() }, body, owner)),
        )
        if (answers.some(({ status }) => status === 200)) acknowledged.push(value)
      }),
    )
  }

  const check = async () => {
    const row = await findConnection(db, owner.workspaceId)
    const tokens = row && decryptTokens(app.config, owner.workspaceId, row)
    const stored = tokens && createHash('sha256').update(tokens.refreshToken).digest('hex')
    const valid = await validTokens(db, portalId)
    if (row && !isRevoked && (row.problem !== null || !stored || !valid.includes(stored))) outcome.lostTokens += 1
    outcome.forgottenTokens += valid.filter((token) => token !== stored).length
  }

  for (let step = 0; step < steps; step += 1) {
    const draw = random()
    const isConnected = await findConnection(db, owner.workspaceId).then((row) => row?.problem === null)
    if (!isConnected || draw < 0.05) await connect(random() < 0.3 ? 2 : 1)
    else if (draw < 0.13) await anyCall()(disconnectCrm, {}, owner)
    else if (draw < 0.2) {
      await hubspot.portal.revoke()
      isRevoked = true
    } else if (draw < 0.45) {
      if (random() < 0.5) await hubspot.portal.expireTokens()
      else
        await sql`update crm_connections set access_expires_at = now() where workspace_id = ${owner.workspaceId}`.execute(
          db,
        )
      if (random() < 0.3) hubspot.fault({ kind: 'cut-after' }, { call: /token$/ })
      await write(random() < 0.5 ? 3 : 1, 1)
      hubspot.clearFaults()
    } else {
      if (random() < 0.2) hubspot.fault({ kind: random() < 0.5 ? 'cut-after' : 'cut' }, { call: /^PATCH/ })
      await write(random() < 0.3 ? 3 : 1, random() < 0.3 ? 2 : 1)
      hubspot.clearFaults()
    }
    await check()
  }
  outcome.refreshes = hubspot.calls.splice(0).filter((call) => call === 'POST /oauth/2026-03/token').length
  outcome.written = acknowledged.length
  outcome.refused = sent.length - acknowledged.length
  const counts = await countWrites(db, dealId)
  outcome.lostWrites = acknowledged.filter((value) => !counts.has(value)).length
  outcome.doubledWrites = sent.filter((value) => (counts.get(value) ?? 0) > 1).length
  return outcome
}
