import { lazyPart } from '../../platform/lazy-part.tsx'

/** The two-factor section of the account page, loaded with its texts. */
export const TwoFactor = lazyPart<object>(
  async () => (await import('./TwoFactorCard.tsx')).TwoFactorCard,
  ['twoFactor'],
)
