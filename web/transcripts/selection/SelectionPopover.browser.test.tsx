import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../test/show.tsx'
import type { SelectionActionProps } from '../file-page.ts'
import { OpenFileContext } from '../open-file.ts'
import type { OpenFile } from '../open-file.ts'
import type { SelectedText } from './selected-text.ts'
import { SelectionPopover } from './SelectionPopover.tsx'

const copy = {
  id: 'copy',
  order: 1,
  isAvailable: () => true,
  load: async () => Copy,
  Content: Copy,
}

function Copy(_props: SelectionActionProps) {
  return <button type="button">コピー</button>
}

/** A page with selected text in a scrolled column, and a button beside it. */
function Page() {
  const [selected, setSelected] = useState<SelectedText | null>(null)
  const handleText = (text: HTMLParagraphElement | null) => {
    if (!text) return
    const range = document.createRange()
    range.selectNodeContents(text)
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    setSelected({ ranges: [{ uuid: 'A', start: 0, end: 5 }], range })
  }
  const [text] = useState(() => handleText)
  return (
    <OpenFileContext value={{ file: { id: 5 } } as OpenFile}>
      <button type="button">AIチャット</button>
      <div data-testid="column" style={{ paddingInlineStart: 100 }}>
        <div className="kaiwa-transcript">
          <p ref={text}>お時間を</p>
        </div>
      </div>
      {selected && (
        <SelectionPopover
          selected={selected}
          isEditing={false}
          actions={[copy]}
          panels={[]}
          onOpen={() => undefined}
          onClose={() => setSelected(null)}
        />
      )}
    </OpenFileContext>
  )
}

it('closes by a press elsewhere, which could open something below it, and keeps the selection', async () => {
  const screen = await show(<Page />, 'selection')
  const popover = screen.getByRole('dialog', { name: '選択箇所の操作' })
  await expect.element(popover).toBeVisible()
  await screen.getByRole('button', { name: 'コピー' }).click()
  await screen.getByText('お時間を').click()
  await screen.getByTestId('column').click({ position: { x: 10, y: 10 } })
  await expect.element(popover).toBeVisible()
  getSelection()?.selectAllChildren(screen.getByText('お時間を').element())
  await screen.getByRole('button', { name: 'AIチャット' }).click()
  await expect.element(popover).not.toBeInTheDocument()
  expect(getSelection()?.toString()).toBe('お時間を')
})
