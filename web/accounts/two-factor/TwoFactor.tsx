import { lazyPart } from '../../platform/lazy-part.tsx'

/** The card of the account page, with its texts. */
export const TwoFactor = lazyPart<object>(
  async () => (await import('./TwoFactorCard.tsx')).TwoFactorCard,
  ['twoFactor'],
)
