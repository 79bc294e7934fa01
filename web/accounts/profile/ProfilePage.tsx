import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../platform/session.ts'
import { NameCard } from './NameCard.tsx'
import { NoPasswordCard } from './NoPasswordCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import styles from './ProfilePage.module.css'
import { SessionsCard } from './SessionsCard.tsx'

/** /mypage/profile: what belongs to a person, whatever their role. */
const ProfilePage = () => {
  const { t } = useTranslation('profile')
  const { user } = useSignedIn()
  return (
    <main className={styles.page} id="content">
      <div className={styles.column}>
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        <NameCard user={user} />
        {user.is_set_password ? <PasswordCard user={user} /> : <NoPasswordCard user={user} />}
        <SessionsCard />
      </div>
    </main>
  )
}

export default ProfilePage
