// The app that the stand-in knows in local mode.
import type { Config } from '../../platform/config.ts'

export const TRIAL_APP = 'kaiwa-stand-in'

/** Whether the stand-in takes the place of HubSpot. */
export function isTrialHubspot(config: Pick<Config, 'hubspot' | 'demo'>): boolean {
  return config.hubspot === undefined && config.demo
}
