import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../platform/session.ts'
import { CARDS } from './cards.ts'
import styles from './ProfilePage.module.css'

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
        {Object.entries(CARDS).map(([name, Card]) => (
          <Card key={name} user={user} />
        ))}
      </div>
    </main>
  )
}

export default ProfilePage
