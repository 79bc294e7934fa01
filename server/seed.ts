// `npm run seed <scenario> [size]`: puts a local installation into a named state. Without a name it lists them.
import { loadConfig } from './platform/config.ts'
import { migrateDatabase, withDatabase } from './with-database.ts'
import { openLog } from './platform/log.ts'
import { openApp } from './platform/open-app.ts'
import { allDomains } from './roles/start-program.ts'
import { scenarios } from './seeds/scenarios.ts'

const name = process.argv[2] ?? ''
const scenario = scenarios[name]
if (!scenario) {
  const list = Object.entries(scenarios).map(([id, { about }]) => `  ${id.padEnd(22)} ${about}`)
  process.stderr.write(`npm run seed <scenario> [size]\n${list.join('\n')}\n`)
  process.exit(name ? 1 : 0)
}
const config = loadConfig({ ...process.env, KAIWA_ROLES: 'api' })
if (config.mode !== 'local') {
  process.stderr.write('KAIWA_MODE is server: only a local installation is seeded.\n')
  process.exit(1)
}
await withDatabase(config, async (url) => {
  await migrateDatabase(url, config)
  const { app, close } = await openApp(config, url, openLog(config.logLevel), allDomains)
  const size = Number(process.argv[3])
  const login = await scenario.run(app, size > 0 ? size : undefined)
  await close()
  process.stdout.write(`Sign in with ${login}\n`)
})
