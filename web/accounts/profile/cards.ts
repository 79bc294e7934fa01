import type { User } from '@kaiwa/contract/accounts.ts'
import type { ComponentType } from 'react'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { ChatModelCard } from './ChatModelCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { InquiryCard } from './InquiryCard.tsx'
import { NameCard } from './NameCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PhotoCard } from './PhotoCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** Two-factor, loaded with its texts. */
const TwoFactorCard = lazyPart<object>(
  async () => (await import('../two-factor/TwoFactorCard.tsx')).TwoFactorCard,
  ['twoFactor'],
)

/** The sections of the account page in order. A section that does not apply to the user renders nothing. */
export const CARDS: Readonly<Record<string, ComponentType<{ user: User }>>> = {
  photo: PhotoCard,
  name: NameCard,
  email: EmailCard,
  password: PasswordCard,
  twoFactor: TwoFactorCard,
  sessions: SessionsCard,
  chatModel: ChatModelCard,
  inquiry: InquiryCard,
}
