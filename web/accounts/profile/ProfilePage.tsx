import { useTranslation } from 'react-i18next'
import type { User } from '@kaiwa/contract/accounts.ts'
import type { ComponentType } from 'react'
import { useSignedIn } from '../../platform/session.ts'
import { AccountArea } from '../mypage/AccountArea.tsx'
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
const CARDS: Readonly<Record<string, ComponentType<{ user: User }>>> = {
  photo: PhotoCard,
  name: NameCard,
  email: EmailCard,
  password: PasswordCard,
  twoFactor: TwoFactorCard,
  sessions: SessionsCard,
  chatModel: ChatModelCard,
  inquiry: InquiryCard,
}

/** /mypage/profile: the user's own settings, independent of role. */
function ProfilePage() {
  const { t } = useTranslation('profile')
  const { user } = useSignedIn()
  return (
    <AccountArea title={t('title')}>
      {Object.entries(CARDS).map(([name, Card]) => (
        <Card key={name} user={user} />
      ))}
    </AccountArea>
  )
}

export default ProfilePage
