import type { Domain } from '../platform/domain.ts'
import { registerEngine } from '../processing/engines/engine-registry.ts'
import { createSample } from './create-sample.ts'
import { sampleEngine } from './sample-engine.ts'

registerEngine(sampleEngine)

export const sample: Domain = {
  name: 'sample',
  start: async (app) => {
    if (app.config.demo && app.config.roles.includes('api')) await createSample(app)
  },
}
