import { addSample as contract } from '@kaiwa/contract/home.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { registerEngine } from '../processing/engines/engine-registry.ts'
import { route } from '../platform/http/route.ts'
import { addSample } from './add-sample.ts'
import { createSample, createSampleOperator } from './create-sample.ts'
import { addSampleDeal } from './add-sample-deal.ts'
import { addSampleContent } from './add-sample-content.ts'
import { sampleEngine } from './sample-engine.ts'

registerEngine(sampleEngine)

export const sample: Domain = {
  name: 'sample',
  routes: [route(contract, addSample)],
  subscriptions: [
    on('file.processed', 'add-sample-content', ({ data }, app) => addSampleContent(app, data.project_file_id)),
    on('file.processed', 'add-sample-deal', ({ data }, app) => addSampleDeal(app, data.project_file_id)),
  ],
  start: async (app) => {
    if (!app.config.demo || !app.config.roles.includes('api')) return
    await createSample(app)
    await createSampleOperator(app)
  },
}
