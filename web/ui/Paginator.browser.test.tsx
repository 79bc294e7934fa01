import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { show } from '../test/show.tsx'
import { Paginator } from './Paginator.tsx'

function Page({ last }: { last: number }) {
  const [page, setPage] = useState(1)
  return <Paginator current={page} last={last} onChange={setPage} />
}

describe('the page links of a list', () => {
  it('lead to the neighbours and to the ends, and no further', async () => {
    const screen = await show(<Page last={12} />)
    const previous = screen.getByRole('button', { name: '前のページ' })
    const next = screen.getByRole('button', { name: '次のページ' })
    const current = () => document.querySelector('[aria-current=page]')?.textContent
    await expect.element(previous).toBeDisabled()
    await next.click()
    await expect.poll(current).toBe('2')
    await screen.getByRole('button', { name: '12ページ目', exact: true }).click()
    await expect.poll(current).toBe('12')
    await expect.element(next).toBeDisabled()
    await previous.click()
    await expect.poll(current).toBe('11')
    await expect.element(screen.getByText('…')).toBeVisible()
  })

  it('are not shown for a single page', async () => {
    const screen = await show(<Page last={1} />)
    await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument()
  })
})
