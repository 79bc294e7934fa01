// A separate worker process for the test that kills it: it starts one endless job and reports when it is ready.
import { loadConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { openApp } from '../open-app.ts'
import { startWorkers } from './work.ts'
import { endless } from './endless.fixture.ts'

const log = openLog('silent')
const config = loadConfig({ ...process.env, KAIWA_ROLES: 'worker' })
const { app, boss, jobs, listener } = await openApp(config, String(process.env['DATABASE_URL']), log, [
  { name: 'killed', jobs: [endless] },
])
await startWorkers(app, boss, jobs, listener())
process.stdout.write('ready\n')
