import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { ResizeHandle } from './ResizeHandle.tsx'

function Page({ direction }: { direction: 1 | -1 }) {
  const [width, setWidth] = useState(200)
  const handleChange = (next: number) => setWidth(Math.min(400, Math.max(100, next)))
  return (
    <div style={{ display: 'flex', height: 100 }}>
      <div data-testid="panel" style={{ width }} />
      <div style={{ position: 'relative', width: 8, height: 100 }}>
        <ResizeHandle label="幅" width={width} min={100} max={400} direction={direction} onChange={handleChange} />
      </div>
    </div>
  )
}

async function open(direction: 1 | -1 = 1) {
  const screen = await show(<Page direction={direction} />)
  const panel = screen.getByTestId('panel').element()
  return { handle: screen.getByRole('slider', { name: '幅' }), width: () => panel.getBoundingClientRect().width }
}

describe('the handle that changes a width', () => {
  it.each([
    [1, 216],
    [-1, 184],
  ] as const)('moves by 16 pixels with the arrow keys (direction %i)', async (direction, expected) => {
    const { handle, width } = await open(direction)
    ;(handle.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(width).toBe(expected)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(width).toBe(200)
  })

  it('follows a pointer that is held, and no other', async () => {
    const { handle, width } = await open()
    const element = handle.element()
    const send = (type: string, clientX: number) =>
      element.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, bubbles: true, cancelable: true }))
    // Synthetic events cannot be captured: only real pointers can.
    element.setPointerCapture = () => undefined
    send('pointermove', 300)
    expect(width()).toBe(200)
    send('pointerdown', 204)
    send('pointermove', 254)
    await expect.poll(width).toBe(250)
    send('pointerup', 254)
    send('pointermove', 300)
    await expect.poll(width).toBe(250)
  })

  it('stays within its limits', async () => {
    const { handle, width } = await open()
    ;(handle.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight>20/}')
    await expect.poll(width).toBe(400)
    await expect.element(handle).toHaveAttribute('aria-label', '幅')
  })
})
