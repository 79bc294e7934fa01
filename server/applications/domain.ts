import type { Domain } from '../platform/domain.ts'
import { postalCodePlugin } from './postal-codes/serve-postal-codes.ts'
import { routes } from './routes.ts'

export const applications: Domain = {
  name: 'applications',
  routes,
  plugins: [postalCodePlugin],
}
