import { Menu } from '@mantine/core'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { Dialog } from './Dialog.tsx'

/** Dialogs that are rendered only while they are open, as on our pages. */
function Page() {
  const [isOpen, setIsOpen] = useState(false)
  const [hasButton, setHasButton] = useState(true)
  return (
    <main id="content" tabIndex={-1}>
      {hasButton && (
        <button type="button" onClick={() => setIsOpen(true)}>
          共有
        </button>
      )}
      <Menu>
        <Menu.Target>
          <button type="button">メニュー</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsOpen(true)}>削除</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <Dialog opened title="確認" onClose={() => setIsOpen(false)}>
          <button type="button" onClick={() => setHasButton(false)}>
            実行
          </button>
        </Dialog>
      )}
    </main>
  )
}

async function open() {
  const screen = await show(<Page />)
  const dialog = screen.getByRole('dialog', { name: '確認' })
  const button = (name: string) => screen.getByRole('button', { name })
  const close = async () => {
    await expect.element(dialog.getByRole('button', { name: '閉じる' })).toBeVisible()
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
  return { screen, button, close }
}

it('returns the focus to the button that opened it, when it is removed', async () => {
  const { button, close } = await open()
  button('共有').element().focus()
  await userEvent.keyboard('{Enter}')
  await close()
  await expect.element(button('共有')).toHaveFocus()
})

it('returns the focus to the button of the menu whose entry opened it', async () => {
  const { screen, button, close } = await open()
  button('メニュー').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: '削除' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitem', { name: '削除' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await close()
  await expect.element(button('メニュー')).toHaveFocus()
})

it('moves the focus to the content when the button is gone', async () => {
  const { screen, button, close } = await open()
  button('共有').element().focus()
  await userEvent.keyboard('{Enter}')
  await button('実行').click()
  await close()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})
