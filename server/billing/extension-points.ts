// Functions that billing needs from higher layers; connected in server/wiring.ts.
import type { CurrentPayment } from '@kaiwa/contract/payment.ts'
import type { App } from '../platform/app.ts'
import { extensionPoint } from '../platform/extension-point.ts'

export type CardState = Pick<CurrentPayment, 'card' | 'card_reason' | 'is_trial_provider'>

/** The saved card of a workspace, and whether payment by card works. */
export const cardState = extensionPoint<(app: App, workspaceId: number) => Promise<CardState>>('card of a workspace')
