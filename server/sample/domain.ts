import type { Domain } from '../platform/domain.ts'
import { createSample } from './create-sample.ts'

export const sample: Domain = {
  name: 'sample',
  start: async (app) => {
    if (app.config.demo && app.config.roles.includes('api')) await createSample(app)
  },
}
