import { AccountButton } from './AccountButton.tsx'
import { lazyMenu } from '../ui/lazy-menu.tsx'

/** The menu of the avatar button. */
export const AccountMenu = lazyMenu(
  (_, button) => <AccountButton {...button} />,
  async () => (await import('./AccountMenuOpened.tsx')).AccountMenuOpened,
)
