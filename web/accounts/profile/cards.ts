import type { User } from '@kaiwa/contract/accounts.ts'
import type { ComponentType } from 'react'
import { NameCard } from './NameCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** The matters of an account in the order of its page. A card that does not concern its user shows nothing. */
export const CARDS: Readonly<Record<string, ComponentType<{ user: User }>>> = {
  name: NameCard,
  password: PasswordCard,
  sessions: SessionsCard,
}
