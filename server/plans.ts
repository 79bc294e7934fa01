// `npm run plans [-- --from YYYY-MM] [-- --file FILE]`: makes the versions of plans and prices that the file describes, from
// a month on (the next one unless given), and prints what changes.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { addMonths, type Month, monthInJapan } from './billing/months.ts'
import { applyPlans, PlansError } from './billing/plans/apply-plans.ts'
import { planFile, type PlanFile } from './billing/plans/plan-file.ts'
import { loadConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database/open-database.ts'
import { openLog } from './platform/log.ts'
import { migrateDatabase, withDatabase } from './with-database.ts'

const EXAMPLES = fileURLToPath(new URL('billing/plans/example-plans.json', import.meta.url))

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function readFile(path: string): PlanFile {
  let text: unknown
  try {
    text = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return fail(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = planFile.safeParse(text)
  return parsed.success ? parsed.data : fail(`${path} is wrong:\n${z.prettifyError(parsed.error)}`)
}

function monthOfOption(from: string | undefined): Month {
  if (from === undefined) return addMonths(monthInJapan(new Date()), 1)
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(from)) return fail('--from is a month: --from 2027-04')
  return `${from}-01` as Month
}

const { values } = parseArgs({ options: { from: { type: 'string' }, file: { type: 'string', default: EXAMPLES } } })
const month = monthOfOption(values.from)
const file = readFile(values.file)
const config = loadConfig({ ...process.env, KAIWA_ROLES: 'api' })
await withDatabase(config, async (url) => {
  await migrateDatabase(url, config)
  const db = openDatabase(openPool(url, { max: 2, name: 'kaiwa plans', log: openLog(config.logLevel) }))
  try {
    const lines = await applyPlans(db, file, month)
    const title = lines.length > 0 ? `From ${month.slice(0, 7)}:` : 'Nothing changes.'
    process.stdout.write(`${[title, ...lines.map((line) => `  ${line}`)].join('\n')}\n`)
  } catch (error) {
    if (!(error instanceof PlansError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } finally {
    await db.destroy()
  }
})
