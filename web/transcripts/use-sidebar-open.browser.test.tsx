import { EditSession } from '@kaiwa/editor'
import { expect, it } from 'vitest'
import { endSession } from '../platform/session.ts'
import { show } from '../test/show.tsx'
import { openDrawer, useDrawer, useDrawerEnd } from './use-sidebar-open.ts'

const session = new EditSession({ id: 1, revision: 1, blocks: [] })

function Page() {
  useDrawerEnd(session)
  return <output>{useDrawer(session, 'comments').isDrawerOpen ? 'open' : 'closed'}</output>
}

it.each(['the user signs out', 'the page is left'])('the drawer is closed when %s', async (end) => {
  let screen = await show(<Page />)
  openDrawer({ session, name: 'comments' })
  await expect.element(screen.getByRole('status')).toHaveTextContent('open')
  if (end === 'the page is left') {
    await screen.unmount()
    screen = await show(<Page />)
  } else endSession({ onPurpose: true })
  await expect.element(screen.getByRole('status')).toHaveTextContent('closed')
})
