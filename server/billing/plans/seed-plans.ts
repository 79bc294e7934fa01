import type { App } from '../../platform/app.ts'
import { monthInJapan } from '../months.ts'
import { hasOnlyFirstPlans } from '../store/plan-versions.ts'
import { readInstant } from '../store/subscriptions.ts'
import { applyPlans } from './apply-plans.ts'
import { planFile } from './plan-file.ts'
import examples from './example-plans.json' with { type: 'json' }

/** Gives a fresh local installation the example plans. An installation with other plans is not changed. */
export async function seedPlans({ config, db }: Pick<App, 'config' | 'db'>): Promise<void> {
  if (config.mode !== 'local' || !(await hasOnlyFirstPlans(db))) return
  await applyPlans(db, planFile.parse(examples), monthInJapan(await readInstant(db)))
}
