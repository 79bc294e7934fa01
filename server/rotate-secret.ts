// `npm run rotate-secret`: encrypts what is stored with KAIWA_PREVIOUS_SECRET again with KAIWA_SECRET: the tokens of
// HubSpot and the two-factor secrets of accounts. May run while the program runs, may be ended, and may run twice.
import { rotateSecrets } from './accounts/two-factor/rotate-secrets.ts'
import { rotateTokens } from './crm/connection/rotate-tokens.ts'
import { loadConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database/open-database.ts'
import { openLog } from './platform/log.ts'
import { migrateDatabase, withDatabase } from './with-database.ts'

const config = loadConfig({ ...process.env, KAIWA_ROLES: 'api' })
await withDatabase(config, async (url) => {
  await migrateDatabase(url, config)
  const db = openDatabase(openPool(url, { max: 2, name: 'kaiwa rotate-secret', log: openLog(config.logLevel) }))
  try {
    const [tokens, secrets] = [await rotateTokens(db, config), await rotateSecrets(db, config)]
    process.stdout.write(
      `Encrypted again: ${tokens.changed} connections to HubSpot, ${secrets.changed} two-factor secrets.\n`,
    )
    if (tokens.unreadable + secrets.unreadable === 0) return
    process.stderr.write(
      `Not readable with KAIWA_SECRET or KAIWA_PREVIOUS_SECRET: ${tokens.unreadable} connections to HubSpot, ${secrets.unreadable} two-factor secrets.\n`,
    )
    process.exitCode = 1
  } finally {
    await db.destroy()
  }
})
