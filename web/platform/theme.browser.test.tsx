import { ActionIcon, Button } from '@mantine/core'
import { afterEach, expect, it } from 'vitest'
import { show } from '../test/show.tsx'

const { documentElement: root } = document
afterEach(() => root.setAttribute('data-mantine-color-scheme', 'light'))

/** Red, green and blue of a computed colour. */
function channels(color: string): number[] {
  return (color.match(/\d+/g) ?? []).slice(0, 3).map(Number)
}

it.each(['light', 'dark'] as const)('subtle red buttons have red text in the %s theme', async (scheme) => {
  const screen = await show(
    <>
      <Button variant="subtle" color="red">
        削除
      </Button>
      <ActionIcon variant="subtle" color="red" aria-label="外す" />
    </>,
  )
  root.setAttribute('data-mantine-color-scheme', scheme)
  for (const name of ['削除', '外す']) {
    const [red = 0, green = 0, blue = 0] = channels(
      getComputedStyle(screen.getByRole('button', { name }).element()).color,
    )
    expect(red - Math.max(green, blue)).toBeGreaterThan(80)
  }
})

it('light buttons in the dark theme are lighter than the surface of a card', async () => {
  const screen = await show(<Button variant="light">追加</Button>)
  root.setAttribute('data-mantine-color-scheme', 'dark')
  const button = getComputedStyle(screen.getByRole('button').element()).backgroundColor
  const card = document.createElement('div')
  card.style.background = 'var(--kaiwa-surface)'
  document.body.append(card)
  const surface = getComputedStyle(card).backgroundColor
  card.remove()
  const sum = (color: string) => channels(color).reduce((total, channel) => total + channel, 0)
  expect(sum(button)).toBeGreaterThan(sum(surface))
})
