// Changes in a portal while Kaiwa is connected with it: change deals and definitions, end or narrow the connection.
import type { Db } from '../platform/database/database.ts'
import { HUBSPOT_SCOPES } from '../crm/provider/scopes.ts'
import {
  archiveDeal,
  type DealRow,
  findDeal,
  insertDeals,
  type NewDeal,
  writeDeal,
} from '../crm/stand-in/store/deals.ts'
import type { Pipeline, Portal, Property } from '../crm/stand-in/portal.ts'
import { TRIAL_PORTAL, trialPortal } from '../crm/stand-in/seed/portal.ts'
import { findObject, findPortal, listGrants, patchObjects, putObject } from '../crm/stand-in/store/objects.ts'
import { endGrant, issueCode } from '../crm/stand-in/tokens.ts'

export interface PortalControls {
  /** The portal that the owner agrees for; of all calls without `portalId`. */
  id: string
  /** A code as of an owner who agreed on HubSpot's page. */
  authorize: (grant: { redirectUri: string; scopes?: readonly string[] }) => Promise<string>
  /** Another portal with the same definitions and no deals. */
  addPortal: (id: string) => Promise<void>
  read: () => Promise<Portal>
  /** Changes definitions: the portal is stored as `change` leaves it. */
  define: (change: (portal: Portal) => void) => Promise<void>
  addProperty: (property: Partial<Property> & { name: string }) => Promise<void>
  removeProperty: (name: string) => Promise<void>
  addPipeline: (pipeline: Pipeline) => Promise<void>
  addDeal: (properties: Record<string, string>, id?: string) => Promise<string>
  /** Adds many deals. */
  addDeals: (deals: readonly NewDeal[]) => Promise<void>
  readDeal: (id: string) => Promise<DealRow | undefined>
  /** Changes a deal at HubSpot; '' empties a property. */
  changeDeal: (id: string, properties: Record<string, string>) => Promise<void>
  deleteDeal: (id: string) => Promise<void>
  mergeDeal: (id: string, into: string) => Promise<void>
  /** All access tokens of the portal have expired. */
  expireTokens: () => Promise<void>
  /** All codes that were not used have expired. */
  expireCodes: () => Promise<void>
  /** The app was removed from the portal: no token is known any more. */
  revoke: () => Promise<void>
  narrowScopes: (scopes: readonly string[]) => Promise<void>
}

export function openPortalControls(db: Db, clientId: string): PortalControls {
  let lastId = 30_000_000_000
  const read = async (): Promise<Portal> => {
    const portal = await findPortal(db, controls.id)
    if (!portal) throw new Error(`no portal ${controls.id}`)
    return structuredClone(portal)
  }
  const define: PortalControls['define'] = async (change) => {
    const portal = await read()
    change(portal)
    await putObject(db, 'portal', portal.id, portal)
  }
  const grantsOf = (): Promise<string[]> => listGrants(db, controls.id)
  const controls: PortalControls = {
    id: TRIAL_PORTAL,
    authorize: ({ redirectUri, scopes = HUBSPOT_SCOPES }) =>
      issueCode(db, { portalId: controls.id, clientId, redirectUri, scopes: [...scopes] }),
    addPortal: (id) => putObject(db, 'portal', id, { ...trialPortal, id, name: `株式会社あかね商会 ${id}` }),
    read,
    define,
    addProperty: (property) =>
      define((portal) => {
        const model = portal.properties.find(({ name }) => name === 'kadai')
        if (!model) throw new Error('the seed has no property kadai')
        portal.properties.push({ ...model, label: property.name, displayOrder: portal.properties.length, ...property })
      }),
    removeProperty: (name) =>
      define((portal) => {
        portal.properties = portal.properties.filter((property) => property.name !== name)
      }),
    addPipeline: (pipeline) => define((portal) => portal.pipelines.push(pipeline)),
    addDeal: async (properties, id = String((lastId += 1))) => {
      const at = new Date()
      const all = { pipeline: 'default', dealstage: 'appointmentscheduled', ...properties }
      await insertDeals(db, controls.id, [{ id, properties: all, createdAt: at, modifiedAt: at }])
      return id
    },
    addDeals: async (deals) => {
      for (let start = 0; start < deals.length; start += 2_000)
        await insertDeals(db, controls.id, deals.slice(start, start + 2_000))
    },
    readDeal: (id) => findDeal(db, controls.id, id),
    changeDeal: async (id, properties) => {
      await db.transaction().execute(async (trx) => {
        const deal = await findDeal(trx, controls.id, id)
        if (!deal) throw new Error(`no deal ${id}`)
        const next = Object.entries({ ...deal.properties, ...properties }).filter(([, value]) => value !== '')
        await writeDeal(trx, controls.id, deal.id, Object.fromEntries(next))
      })
    },
    deleteDeal: (id) => archiveDeal(db, controls.id, id),
    mergeDeal: (id, into) => archiveDeal(db, controls.id, id, into),
    expireTokens: async () => {
      const expiresAt = new Date(Date.now() - 60_000).toISOString()
      for (const grantId of await grantsOf()) await patchObjects(db, 'access', { grantId }, { expiresAt })
    },
    expireCodes: () => patchObjects(db, 'code', {}, { expiresAt: new Date(Date.now() - 1_000).toISOString() }),
    revoke: async () => {
      for (const grantId of await grantsOf()) await endGrant(db, grantId)
    },
    narrowScopes: async (scopes) => {
      for (const grantId of await grantsOf()) {
        const grant = await findObject<object>(db, 'grant', grantId)
        await putObject(db, 'grant', grantId, { ...grant, scopes })
      }
    },
  }
  return controls
}
