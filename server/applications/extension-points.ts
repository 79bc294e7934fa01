import type { App } from '../platform/app.ts'
import { extensionPoint } from '../platform/extension-point.ts'

/** Whether the installation can charge cards. */
export const cardPayment = extensionPoint<(app: Pick<App, 'config'>) => boolean>('payment by card')
