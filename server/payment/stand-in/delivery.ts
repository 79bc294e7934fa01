import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { extensionPoint } from '../../platform/extension-point.ts'

/** Queues the delivery of an event of the stand-in to the webhook of this program. */
export const trialDelivery = extensionPoint<(app: App, trx: Trx, eventId: string) => Promise<unknown>>(
  'delivery of the events of the trial provider',
)
