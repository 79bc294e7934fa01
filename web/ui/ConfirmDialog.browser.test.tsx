import { Button } from '@mantine/core'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

const confirm = vi.fn<() => void>()
beforeEach(() => confirm.mockReset())

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>フォルダを削除</Button>
      <ConfirmDialog
        opened={isOpen}
        title="削除の確認"
        text="フォルダ内のファイルも削除されます。"
        confirmLabel="削除"
        danger
        onConfirm={confirm}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}

async function open() {
  const screen = await show(<Page />)
  const opener = screen.getByRole('button', { name: 'フォルダを削除' })
  await opener.click()
  await expect.element(screen.getByRole('dialog', { name: '削除の確認' })).toBeVisible()
  return { screen, opener }
}

describe('the dialog before an irreversible action', () => {
  it('has its first focus on cancel, so that Enter deletes nothing', async () => {
    const { screen } = await open()
    await expect.element(screen.getByRole('button', { name: 'キャンセル' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(confirm).not.toHaveBeenCalled()
  })

  it('keeps the focus inside, and returns it when it is closed', async () => {
    const { screen, opener } = await open()
    const dialog = screen.getByRole('dialog').element()
    for (let press = 0; press < 6; press += 1) {
      await userEvent.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    expect(confirm).not.toHaveBeenCalled()
  })

  it('confirms with its own button only', async () => {
    const { screen } = await open()
    await screen.getByRole('dialog').getByRole('button', { name: '削除' }).click()
    expect(confirm).toHaveBeenCalledTimes(1)
  })
})
