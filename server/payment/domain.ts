import type { Domain } from '../platform/domain.ts'

export const payment: Domain = {
  name: 'payment',
}
