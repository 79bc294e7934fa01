import type { OPERATOR_REASONS } from '@kaiwa/contract/admin-console.ts'

/** A copy of the contract's reasons, which would load its schema library. The types compare the two. */
export const OPERATOR_REASON: typeof OPERATOR_REASONS = { operator: 'operator', twoFactor: 'two-factor' }
