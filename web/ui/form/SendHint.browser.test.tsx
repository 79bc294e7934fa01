import { afterEach, expect, it } from 'vitest'
import { emulateTouch, show } from '../../test/show.tsx'
import { SendHint } from './SendHint.tsx'

afterEach(() => emulateTouch(false))

async function open() {
  const screen = await show(
    <p role="note">
      <SendHint />
    </p>,
  )
  return screen.getByRole('note')
}

it('names the keys that send', async () => {
  await expect.element(await open()).toHaveTextContent('Ctrl+Enterで送信')
})

it('is empty on a device that is only touched', async () => {
  emulateTouch(true)
  await expect.element(await open()).toBeEmptyDOMElement()
})
