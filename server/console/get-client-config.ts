import type { getClientConfig as contract } from '@kaiwa/contract/console.ts'
import type { Handler } from '../platform/http/route.ts'
import { cardPayment } from '../applications/extension-points.ts'
import { isTrialHubspot } from '../crm/stand-in/trial-app.ts'
import { DEMO, DEMO_OPERATOR } from '../sample/sample-media.ts'

export const getClientConfig: Handler<typeof contract> = (_input, { app: { config, realtime } }) => ({
  mode: config.mode,
  keeps_mails: config.mode === 'local' && config.smtp === undefined,
  sample_account: config.demo ? { email: DEMO.email, password: DEMO.password } : null,
  sample_operator: config.demo ? { email: DEMO_OPERATOR.email, password: DEMO_OPERATOR.password } : null,
  google: config.google ? { name: config.google.name } : null,
  realtime: realtime.client,
  inquiry_url: config.inquiryUrl ?? null,
  terms_url: config.termsUrl ?? null,
  privacy_url: config.privacyUrl ?? null,
  hubspot_url: config.hubspot?.appUrl ?? (isTrialHubspot(config) ? '/dev/hubspot' : null),
  card_payment: cardPayment.get()({ config }),
  commerce: config.commerce,
  max_file_mb: config.maxFileMb,
  max_file_minutes: config.maxFileMinutes,
})
