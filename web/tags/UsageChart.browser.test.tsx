import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../test/show.tsx'
import type { UsedTag } from './tag-usage.ts'
import { UsageChart } from './UsageChart.tsx'

const used = [
  { tag: { id: 1, name: '課題', appearance: '#E5484D' }, count: 2 },
  { tag: { id: 2, name: '予算', appearance: '#4CAF50' }, count: 1 },
] as unknown as UsedTag[]

it.each([390, 1440])('the bars have more room than the names in a window of %d px', async (width) => {
  await page.viewport(width, 800)
  const screen = await show(<UsageChart used={used} categories={[]} onOpen={() => undefined} />, 'tags')
  const row = screen.getByRole('button', { name: /^課題/ })
  await expect.element(row).toBeVisible()
  const [name, bar] = [...row.element().children].map((part) => part.getBoundingClientRect())
  expect(bar!.width).toBeGreaterThan(name!.width)
})
