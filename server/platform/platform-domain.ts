// The platform's own jobs and schedules, in the form of a domain.
import { authenticateSocket, authoriseChannel } from '@kaiwa/contract/broadcasting.ts'
import type { Domain } from './domain.ts'
import { route } from './http/route.ts'
import { job } from './jobs/job.ts'
import { devMail } from './mail/dev-mail.ts'
import { sendMail } from './mail/send-mail.ts'
import { pruneEvents } from './store/outbox.ts'
import { pruneJobFailures } from './store/job-failures.ts'
import { pruneLeases } from './store/leases.ts'
import { pruneMails } from './store/mails.ts'
import { pruneRateLimits } from './store/rate-limits.ts'
import { keepWorkFoldersClean } from './work-folders.ts'

function pruneFor(domains: readonly Domain[]) {
  const handled = domains.flatMap(({ subscriptions = [] }) => subscriptions.map(({ type }) => type))
  return job({
    name: 'platform.prune',
    unique: 'exclusive',
    run: async (_data, { app }) => {
      await pruneEvents(app.db, handled)
      await pruneRateLimits(app.db)
      await pruneJobFailures(app.db)
      await pruneLeases(app.db)
      await pruneMails(app.db)
    },
  })
}

/** The platform's domain, in addition to these domains. */
export function platformDomain(domains: readonly Domain[]): Domain {
  const prune = pruneFor(domains)
  return {
    name: 'platform',
    routes: [
      route(authoriseChannel, ({ body }, { actor, app }) =>
        app.realtime.authorise(actor, body.socket_id, body.channel_name),
      ),
      route(authenticateSocket, ({ body }, { actor, app }) => app.realtime.authenticate(actor, body.socket_id)),
    ],
    jobs: [sendMail, prune],
    schedules: [{ job: prune, cron: '17 * * * *' }],
    plugins: [devMail],
    start: (app, signal) => keepWorkFoldersClean(app.work, signal),
  }
}
