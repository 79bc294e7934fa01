// The two secrets of the connection to the payment provider.
import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config.ts'

type ProviderConfig = Pick<Config, 'stripe' | 'demo' | 'secret'>

function trialSecret({ secret }: ProviderConfig, use: string): string {
  return createHmac('sha256', secret).update(`trial provider ${use}`).digest('hex')
}

/** Why cards cannot be charged; null if they can. */
export function cardReason(config: Pick<Config, 'stripe' | 'demo'>): 'card.not-set' | null {
  return config.stripe === undefined && !config.demo ? 'card.not-set' : null
}

/** Whether the stand-in takes the place of the payment provider. */
export function isTrialProvider(config: Pick<Config, 'stripe' | 'demo'>): boolean {
  return config.stripe === undefined && config.demo
}

export function apiKeyOf(config: ProviderConfig): string {
  return config.stripe?.secretKey ?? `sk_test_${trialSecret(config, 'key')}`
}

/** The secret with which events are signed. */
export function webhookSecretOf(config: ProviderConfig): string {
  return config.stripe?.webhookSecret ?? `whsec_${trialSecret(config, 'webhook')}`
}
