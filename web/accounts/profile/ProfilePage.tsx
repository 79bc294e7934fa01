import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../platform/session.ts'
import { AccountArea } from '../mypage/AccountArea.tsx'
import { CARDS } from './cards.ts'

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
