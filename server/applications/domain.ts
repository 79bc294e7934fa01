import type { Domain } from '../platform/domain.ts'

export const applications: Domain = {
  name: 'applications',
}
