// `npm run operator -- add <address>`, `remove <address>` or `list`: the operators of an installation. `reset-login <address>`
// gives an account back to its owner.
import { email as emailField } from '@kaiwa/contract/fields.ts'
import { addOperator, listOperators, removeOperator, resetLoginOf } from './console/operators/manage-operators.ts'
import type { App } from './platform/app.ts'
import { loadConfig } from './platform/config.ts'
import { openLog } from './platform/log.ts'
import { openApp } from './platform/open-app.ts'
import { allDomains } from './roles/start-program.ts'
import { migrateDatabase, withDatabase } from './with-database.ts'

const USAGE = `npm run operator -- add <address>      makes a person an operator; a new address gets an account
npm run operator -- remove <address>   takes the right away
npm run operator -- list               lists the operators
npm run operator -- reset-login <address>
                                       deletes password, two-factor authentication, linked accounts and sessions of an
                                       account, and mails its owner a link to a new password
`

/** The sentences of a command; undefined if it does not exist. */
async function run(app: App, command: string, address: string): Promise<string | undefined> {
  if (command === 'list') {
    const operators = await listOperators(app)
    if (operators.length === 0) return 'There is no operator.\n'
    return operators
      .map(({ email, hasTwoFactor, isDisabled }) =>
        [email, hasTwoFactor ? 'two-factor' : 'no two-factor', ...(isDisabled ? ['disabled'] : [])].join('  '),
      )
      .join('\n')
      .concat('\n')
  }
  if (command === 'remove')
    return (await removeOperator(app, address))
      ? `${address} is no longer an operator.\n`
      : `No operator has the address ${address}.\n`
  if (command === 'reset-login') {
    const reset = await resetLoginOf(app, address)
    if (reset === null) return `No account has the address ${address}.\n`
    const next = reset.isMailed
      ? 'A link to a new password was mailed.'
      : 'The account is disabled, so no mail was sent: its owner can reset the password once it is enabled.'
    return `The login of ${reset.email} was reset. ${next}\n`
  }
  if (command !== 'add') return undefined
  const added = await addOperator(app, address)
  if (added === null)
    return `The account of ${address} is disabled, so nothing was changed. Enable it in the console first.\n`
  const { email, isChanged, passwordUrl } = added
  return [
    isChanged ? `${email} is an operator.` : `${email} was an operator already.`,
    ...(passwordUrl === null ? [] : [`Choose the password of the new account here, within 7 days: ${passwordUrl}`]),
    ...(app.config.mode === 'server' ? ['The console opens after two-factor authentication was set up.'] : []),
  ]
    .join('\n')
    .concat('\n')
}

const [command = '', written = ''] = process.argv.slice(2)
const address = emailField.safeParse(written)
if (command !== 'list' && (!['add', 'remove', 'reset-login'].includes(command) || !address.success)) {
  process.stderr.write(USAGE)
  process.exit(command === '' ? 0 : 1)
}
const config = loadConfig({ ...process.env, KAIWA_ROLES: 'api' })
await withDatabase(config, async (url) => {
  await migrateDatabase(url, config)
  const { app, close } = await openApp(config, url, openLog(config.logLevel), allDomains)
  const text = await run(app, command, address.data ?? '')
  await close()
  process.stdout.write(text ?? USAGE)
})
