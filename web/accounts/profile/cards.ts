import type { User } from '@kaiwa/contract/accounts.ts'
import type { ComponentType } from 'react'
import { TwoFactor } from '../two-factor/TwoFactor.tsx'
import { ChatModelCard } from './ChatModelCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { InquiryCard } from './InquiryCard.tsx'
import { NameCard } from './NameCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PhotoCard } from './PhotoCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** The sections of the account page in order. A section that does not apply to the user renders nothing. */
export const CARDS: Readonly<Record<string, ComponentType<{ user: User }>>> = {
  photo: PhotoCard,
  name: NameCard,
  email: EmailCard,
  password: PasswordCard,
  twoFactor: TwoFactor,
  sessions: SessionsCard,
  chatModel: ChatModelCard,
  inquiry: InquiryCard,
}
