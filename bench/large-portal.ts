// A stand-in portal of the size that C1 names, with the limits of HubSpot lifted: the measurement paces itself.
import type { Db } from '../server/platform/database/database.ts'
import { sql } from 'kysely'
import { type HubspotServer, startHubspot } from '../server/test/hubspot.ts'

const STAGES = [
  'appointmentscheduled',
  'qualifiedtobuy',
  'presentationscheduled',
  'decisionmakerboughtin',
  'contractsent',
]
/** Every deal has so many values beside its name, pipeline, stage and amount. */
const VALUES = 40
const UNLIMITED = { tenSecondly: 1_000_000, secondly: 1_000_000 }
const HOUR_MS = 3_600_000

export async function openLargePortal(
  db: Db,
  databaseUrl: string,
  size: { deals: number; properties: number },
): Promise<HubspotServer> {
  const hubspot = await startHubspot({ databaseUrl, limits: UNLIMITED })
  const { portal } = hubspot
  await portal.define((defined) => {
    const models = defined.properties.filter(({ groupName }) => groupName !== 'dealinformation')
    for (let index = 0; defined.properties.length < size.properties; index += 1) {
      const model = models[index % models.length]!
      defined.properties.push({ ...model, name: `${model.name}_${index}`, label: `${model.label} ${index}` })
    }
  })
  const now = Date.now()
  await portal.addDeals(
    Array.from({ length: size.deals }, (_, index) => {
      const at = new Date(now - index * HOUR_MS)
      const values = Array.from({ length: VALUES }, (_value, at) => [
        `kadai_${at * 25}`,
        `${index}番目の取引の課題 ${at}`,
      ])
      return {
        id: String(40_000_000_000 + index),
        createdAt: at,
        modifiedAt: at,
        properties: {
          dealname: `株式会社見本${index % 997} 案件${index}`,
          pipeline: 'default',
          dealstage: STAGES[index % STAGES.length]!,
          amount: String((index % 90) * 10_000),
          ...(Object.fromEntries(values) as Record<string, string>),
        },
      }
    }),
  )
  await sql`vacuum analyze trial_crm_deals`.execute(db)
  return hubspot
}
