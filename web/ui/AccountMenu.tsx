import { AccountButton } from './AccountButton.tsx'
import { lazyMenu } from './lazy-menu.tsx'

/** The menu behind the avatar. */
export const AccountMenu = lazyMenu(
  (_, button) => <AccountButton {...button} />,
  async () => (await import('./AccountMenuOpened.tsx')).AccountMenuOpened,
)
