import { ROLE } from '@kaiwa/contract/roles.ts'
import { Menu, Text } from '@mantine/core'
import { IconCreditCard, IconHelp, IconLogout, IconSettings, IconUserCircle, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import { THEMES, useDisplaySettings } from '../platform/use-display-settings.ts'
import type { ThemeChoice } from '../platform/use-display-settings.ts'
import { useSavedSetting } from '../platform/use-saved-setting.ts'
import { useLogout } from '../platform/use-logout.ts'
import { AccountButton } from './AccountButton.tsx'
import { MANUAL_URL } from '../ui/links.ts'
import { useOpensAtOnce } from '../ui/lazy-menu.tsx'

const LABELS = { light: 'themeLight', dark: 'themeDark', auto: 'themeAuto' } as const

/** The opened account menu: display settings, the guide, and sign-out. */
export function AccountMenuOpened() {
  const { t } = useTranslation()
  const { user, roles } = useSignedIn()
  const { locale, chooseLocale, theme, chooseTheme } = useDisplaySettings()
  const [isMarked, setIsMarked] = useSavedSetting('is_uncertain_marked')
  const logout = useLogout()
  const { target, opened, setOpened } = useOpensAtOnce()
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={240}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <AccountButton ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--mantine-color-text)">
            {user.name}
          </Text>
          {user.email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('language')}</Menu.Label>
        <Menu.RadioGroup value={locale} onChange={(choice) => chooseLocale(choice === 'en' ? 'en' : 'ja')}>
          {(['ja', 'en'] as const).map((choice) => (
            <Menu.RadioItem key={choice} value={choice} lang={choice}>
              {choice === 'ja' ? t('japanese') : t('english')}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('theme')}</Menu.Label>
        <Menu.RadioGroup value={theme} onChange={(choice) => chooseTheme(choice as ThemeChoice)}>
          {THEMES.map((choice) => (
            <Menu.RadioItem key={choice} value={choice}>
              {t(LABELS[choice])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('transcriptDisplay')}</Menu.Label>
        <Menu.CheckboxItem checked={isMarked} onChange={setIsMarked}>
          {t('markUncertain')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Item component={Link} to="/mypage/profile" leftSection={<IconUserCircle size={16} aria-hidden="true" />}>
          {t('account')}
        </Menu.Item>
        {user.can.view_members && (
          <Menu.Item component={Link} to="/mypage/member" leftSection={<IconUsers size={16} aria-hidden="true" />}>
            {t('member')}
          </Menu.Item>
        )}
        {user.can.pay && (
          <Menu.Item
            component={Link}
            to="/mypage/payment"
            leftSection={<IconCreditCard size={16} aria-hidden="true" />}
          >
            {t('payment')}
          </Menu.Item>
        )}
        {roles.some(({ role_id: role }) => role === ROLE.admin) && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconSettings size={16} aria-hidden="true" />}>
            {t('console')}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={MANUAL_URL} leftSection={<IconHelp size={16} aria-hidden="true" />}>
          {t('manual')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={logout}>
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
