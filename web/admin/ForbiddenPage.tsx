import { Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLogout } from '../platform/use-logout.ts'
import screen from '../ui/Screen.module.css'

/** For people who are no operators (ADMIN-04). */
export function ForbiddenPage() {
  const { t } = useTranslation('admin')
  const { t: common } = useTranslation()
  const logout = useLogout()
  return (
    <main className={screen.screen} id="content">
      <title>{`${t('forbiddenTitle')} – ${common('appName')}`}</title>
      <Title order={1} size="h3">
        {t('forbiddenTitle')}
      </Title>
      <Text c="dimmed">{t('forbidden')}</Text>
      <Group justify="center">
        <Button component={Link} to="/projects">
          {t('toApplication')}
        </Button>
        <Button variant="default" onClick={logout}>
          {t('logout')}
        </Button>
      </Group>
    </main>
  )
}

/** For operators who must set up two-factor authentication first. */
export function TwoFactorNeededPage({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('admin')
  const { t: common } = useTranslation()
  return (
    <main className={screen.screen} id="content">
      <title>{`${t('twoFactorTitle')} – ${common('appName')}`}</title>
      <Title order={1} size="h3">
        {t('twoFactorTitle')}
      </Title>
      <Text c="dimmed" maw={480}>
        {t('twoFactor')}
      </Text>
      <Group justify="center">
        <Button component={Link} to="/mypage/profile">
          {t('twoFactorSetUp')}
        </Button>
        <Button variant="default" onClick={onRetry}>
          {t('checkAgain')}
        </Button>
      </Group>
    </main>
  )
}
