import type { getCrmGeneration as contract } from '@kaiwa/contract/crm-deals.ts'
import type { Handler } from '../../platform/http/route.ts'
import { showGeneration } from './open-generation.ts'

export const getCrmGeneration: Handler<typeof contract> = ({ params }, { app, actor }) =>
  showGeneration(app.db, actor, params.generationId)
