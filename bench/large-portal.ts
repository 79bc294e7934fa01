// A stand-in portal in a separate process, like HubSpot: its work is not done by the program. Arguments:
// database, number of deals, number of properties. Prints its port. The limits of HubSpot are lifted, because the measurement
// paces itself.
import pg from 'pg'
import { startHubspot } from '../server/test/hubspot.ts'

const STAGES = [
  'appointmentscheduled',
  'qualifiedtobuy',
  'presentationscheduled',
  'decisionmakerboughtin',
  'contractsent',
]
/** Values of each deal in addition to its name, pipeline, stage and amount. */
const VALUES = 40
const HOUR_MS = 3_600_000

const [databaseUrl = '', deals = '0', properties = '0'] = process.argv.slice(2)
const hubspot = await startHubspot({ databaseUrl, limits: { tenSecondly: 1_000_000, secondly: 1_000_000 } })

await hubspot.portal.define((defined) => {
  const models = defined.properties.filter(({ groupName }) => groupName !== 'dealinformation')
  for (let index = 0; defined.properties.length < Number(properties); index += 1) {
    const model = models[index % models.length]!
    defined.properties.push({ ...model, name: `${model.name}_${index}`, label: `${model.label} ${index}` })
  }
})

const now = Date.now()
await hubspot.portal.addDeals(
  Array.from({ length: Number(deals) }, (_, index) => {
    const at = new Date(now - index * HOUR_MS)
    const values = Array.from({ length: VALUES }, (_value, field) => [
      `kadai_${field * 25}`,
      `${index}番目の取引の課題 ${field}`,
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
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
await client.query('vacuum analyze trial_crm_deals')
await client.end()
process.stdout.write(`${new URL(hubspot.url).port}\n`)
