// Variables that have no effect on their own. If one of them is set without the others, the start fails instead of
// ignoring it silently.
import type { VariableName } from './config-variables.ts'

/** If any variable on the left is set, all variables on the right must be set. */
const needs: readonly (readonly [readonly VariableName[], readonly VariableName[]])[] = [
  [
    ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET', 'PUSHER_URL', 'PUSHER_CLUSTER', 'PUSHER_CLIENT_URL'],
    ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET', 'PUSHER_URL'],
  ],
  [['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_FORCE_PATH_STYLE'], ['S3_BUCKET']],
  [['S3_ACCESS_KEY_ID'], ['S3_SECRET_ACCESS_KEY']],
  [['S3_SECRET_ACCESS_KEY'], ['S3_ACCESS_KEY_ID']],
  [
    ['KAIWA_GOOGLE_CLIENT_ID', 'KAIWA_GOOGLE_CLIENT_SECRET', 'KAIWA_GOOGLE_ISSUER', 'KAIWA_GOOGLE_NAME'],
    ['KAIWA_GOOGLE_CLIENT_ID', 'KAIWA_GOOGLE_CLIENT_SECRET'],
  ],
  [
    ['KAIWA_STRIPE_SECRET_KEY', 'KAIWA_STRIPE_WEBHOOK_SECRET', 'KAIWA_STRIPE_PORTAL', 'KAIWA_STRIPE_URL'],
    ['KAIWA_STRIPE_SECRET_KEY', 'KAIWA_STRIPE_WEBHOOK_SECRET'],
  ],
  [
    ['KAIWA_HUBSPOT_CLIENT_ID', 'KAIWA_HUBSPOT_CLIENT_SECRET', 'KAIWA_HUBSPOT_API_URL', 'KAIWA_HUBSPOT_APP_URL'],
    ['KAIWA_HUBSPOT_CLIENT_ID', 'KAIWA_HUBSPOT_CLIENT_SECRET'],
  ],
  [
    [
      'KAIWA_AI_OPENAI_KEY',
      'KAIWA_AI_OPENAI_URL',
      'KAIWA_AI_ANTHROPIC_KEY',
      'KAIWA_AI_ANTHROPIC_URL',
      'KAIWA_AI_COMPATIBLE_URL',
      'KAIWA_AI_COMPATIBLE_KEY',
      'KAIWA_AI_CONTEXT_TOKENS',
      'KAIWA_AI_ANSWER_TOKENS',
      'KAIWA_AI_ANSWER_SECONDS',
    ],
    ['KAIWA_AI_MODELS'],
  ],
  [['KAIWA_AI_COMPATIBLE_KEY'], ['KAIWA_AI_COMPATIBLE_URL']],
  [['KAIWA_SPEECH_KEY', 'KAIWA_SPEECH_MODEL', 'KAIWA_SPEECH_LANGUAGES'], ['KAIWA_SPEECH_URL']],
]

/** Returns a sentence that names the first invalid combination of the variables that are set; null if all are valid. */
export function wrongCombination(given: ReadonlySet<VariableName>): string | null {
  for (const [some, all] of needs) {
    const first = some.find((name) => given.has(name))
    const missing = first && all.find((name) => !given.has(name))
    if (missing) return `${missing} is missing: ${first} requires it.`
  }
  if (!given.has('PUSHER_KEY')) return null
  if (given.has('PUSHER_CLUSTER') && given.has('PUSHER_CLIENT_URL'))
    return 'PUSHER_CLIENT_URL is wrong: set either PUSHER_CLUSTER or PUSHER_CLIENT_URL, not both.'
  if (given.has('PUSHER_CLUSTER') || given.has('PUSHER_CLIENT_URL')) return null
  return 'PUSHER_CLIENT_URL is missing: set PUSHER_CLUSTER or PUSHER_CLIENT_URL.'
}
