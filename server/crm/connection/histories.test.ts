import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { type Installation, playPortalHistory, recordWrites } from '../../test/portal-histories.ts'

let hubspot: HubspotServer
const processes: TestApp[] = []
let installation: Installation
beforeAll(async () => {
  const first = await openTestApp({ env: { KAIWA_DEMO: 'off' } })
  processes.push(first)
  const limits = { tenSecondly: 1e9, secondly: 1e9 }
  hubspot = await startHubspot({ databaseUrl: first.databaseUrl, limits })
  const database = { url: first.databaseUrl, drop: async () => undefined }
  for (let index = 0; index < 3; index += 1) processes.push(await openTestApp({ env: hubspot.env, database }))
  await recordWrites(first.db)
  const calls = processes.slice(1).map(({ call }) => call)
  installation = { app: first.app, db: first.db, hubspot, calls }
})
afterAll(async () => {
  await hubspot.stop()
  for (const one of processes.toReversed()) await one.close()
})

// `npm run bench -- c4` plays 1,000 histories on three processes.
it.each([1, 2, 3, 4])('C4 history %i loses no refresh token, and loses and doubles no write', async (seed) => {
  const outcome = await playPortalHistory(installation, { seed, steps: 12 })
  expect(outcome).toMatchObject({ lostTokens: 0, forgottenTokens: 0, lostWrites: 0, doubledWrites: 0 })
  expect(outcome.connects).toBeGreaterThan(0)
})
