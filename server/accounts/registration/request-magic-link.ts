import { LIMITS } from '@kaiwa/contract/limits.ts'
import type {
  requestMagicLogin as requestContract,
  resendMagicLogin as resendContract,
} from '@kaiwa/contract/magic-links.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { sendMagicLink } from './jobs/send-magic-link.ts'
import { countAsk } from '../email/mail-limits.ts'

const OFTEN = { max: 10, window: LIMITS.magicLinkMinutes * 60 }
const AT_ONCE = { max: 1, window: LIMITS.resendLockSeconds }

type Wanted = { email: string; is_app: boolean }

const ask = async ({ email, is_app }: Wanted, { app, request }: Context<'public'>) => {
  const asked = { operation: 'askMagicLink', email, address: request.ip }
  await countAsk(app.db, asked, AT_ONCE)
  await countAsk(app.db, asked, OFTEN)
  const origin = publicAddress({ app, request })
  await app.db.transaction().execute((trx) => app.jobs.send(trx, sendMagicLink, { email, origin, is_app }))
  return { success: true } as const
}

/** Answers the same for every address, known or not; the lock between two mails counts for unknown ones too. */
export const requestMagicLogin: Handler<typeof requestContract> = ({ body }, context) => ask(body, context)

export const resendMagicLink: Handler<typeof resendContract> = ({ query }, context) => ask(query, context)
