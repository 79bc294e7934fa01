import type { Domain } from '../platform/domain.ts'
import { routes as connectionRoutes } from './connection/routes.ts'

export const crm: Domain = {
  name: 'crm',
  routes: [...connectionRoutes],
}
