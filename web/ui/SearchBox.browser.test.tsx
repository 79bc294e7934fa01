import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { compose, confirmConversion, pressInConversion, show } from '../test/show.tsx'
import { SearchBox } from './SearchBox.tsx'

const search = vi.fn<(query: string) => void>()
beforeEach(() => search.mockReset())

async function open(value = '') {
  const screen = await show(<SearchBox label="名前で検索" value={value} onSearch={search} />)
  const field = screen.getByRole('searchbox', { name: '名前で検索' })
  return { screen, field }
}

/** Longer than the pause after which the box searches. */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, 450))
}

describe('the search box', () => {
  it('searches once after a pause in typing, without spaces at the ends', async () => {
    const { field } = await open()
    await field.click()
    await userEvent.keyboard(' 商談 ')
    expect(search).not.toHaveBeenCalled()
    await expect.poll(() => search.mock.calls).toEqual([['商談']])
    await pause()
    expect(search).toHaveBeenCalledTimes(1)
  })

  it('EDIT-59 searches 300 ms after the last key', async () => {
    const { field } = await open()
    await field.click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await userEvent.keyboard('商')
      vi.advanceTimersByTime(200)
      await userEvent.keyboard('談')
      vi.advanceTimersByTime(299)
      expect(search).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(search.mock.calls).toEqual([['商談']])
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not search for an unconfirmed conversion', async () => {
    const { field } = await open()
    await field.click()
    await compose('しょうだん')
    await pressInConversion('Enter')
    await pause()
    expect(search).not.toHaveBeenCalled()
    await confirmConversion('商談')
    await expect.poll(() => search.mock.calls).toEqual([['商談']])
  })

  it('is cleared with a button, which searches for everything', async () => {
    const { screen, field } = await open('商談')
    await screen.getByRole('button', { name: '検索をクリア' }).click()
    await expect.element(field).toHaveValue('')
    await expect.poll(() => search.mock.calls).toEqual([['']])
    await expect.element(screen.getByRole('button', { name: '検索をクリア' })).not.toBeInTheDocument()
  })

  it('shows the query of a new address instead of the typed text', async () => {
    const { screen, field } = await open('商談')
    await field.fill('面接')
    await screen.rerender(<SearchBox label="名前で検索" value="会議" onSearch={search} />)
    await expect.element(field).toHaveValue('会議')
    await pause()
    expect(search).not.toHaveBeenCalled()
  })
})
